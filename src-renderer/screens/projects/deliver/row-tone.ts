const tones = { done: 'good', failed: 'bad', cancelled: 'idle' } as const;

/** Returns the tone of a state of a delivery, transfer or export; `busy` until it has ended. */
export function toneOf(state: string): (typeof tones)[keyof typeof tones] | 'busy' {
  return state in tones ? tones[state as keyof typeof tones] : 'busy';
}
