/** A compressed frame of picture or sound. */
export interface EncodedPacket {
  /** When it is shown or heard: in frames for picture, in samples for sound. */
  readonly pts: number;
  readonly duration: number;
  readonly isKey: boolean;
  readonly data: Buffer;
  /** What VP9 encodes beside a picture: its alpha. */
  readonly blockAddition?: Buffer;
}
