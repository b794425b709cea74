/** A compressed frame of picture or sound. */
export interface EncodedPacket {
  /** Presentation time: in frames for pictures, in samples for sound. */
  readonly pts: number;
  readonly duration: number;
  readonly isKey: boolean;
  readonly data: Buffer;
  /** Alpha data that VP9 stores beside a picture. */
  readonly blockAddition?: Buffer;
}
