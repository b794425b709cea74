/** Highest percentage before a job has succeeded. */
const highestUnfinished = 99;

/** Progress of one attempt. Combines weighted stages into a percentage that never falls. */
export class AttemptProgress {
  readonly #stages: readonly { readonly name: string; readonly weight: number }[];
  readonly #totalWeight: number;
  #stageIndex = 0;
  #percentage = 0;

  constructor(stages: readonly { readonly name: string; readonly weight: number }[]) {
    this.#stages = stages;
    this.#totalWeight = stages.reduce((sum, stage) => sum + stage.weight, 0);
  }

  get percentage(): number {
    return this.#percentage;
  }

  get stageName(): string | null {
    return this.#stages[this.#stageIndex]?.name ?? null;
  }

  enter(stageIndex: number): void {
    this.#stageIndex = stageIndex;
    this.report(0);
  }

  /** Reports progress within the current stage. @param fraction 0 to 1. */
  report(fraction: number): void {
    const before = this.#stages.slice(0, this.#stageIndex).reduce((sum, stage) => sum + stage.weight, 0);
    const weight = this.#stages[this.#stageIndex]?.weight ?? 0;
    const done = before + weight * Math.min(1, Math.max(0, fraction));
    const percentage = this.#totalWeight === 0 ? 0 : (done / this.#totalWeight) * 100;
    this.#percentage = Math.max(this.#percentage, Math.min(highestUnfinished, percentage));
  }
}
