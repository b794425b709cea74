import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** 24 bytes make 32 characters of base64 without padding, which every verifier accepts (contract supplement §5). */
const secretBytes = 24;

/** Makes a signing secret, which only the creation of an endpoint shows. */
export function newSigningSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** The signed parts of one attempt. */
export interface SignedMessage {
  readonly messageId: string;
  /** Time of the attempt, in Unix seconds. */
  readonly timestamp: number;
  /** The exact body as sent. */
  readonly body: string;
}

/** Returns the three headers of the Standard Webhooks scheme (specification §6), signature version 1. */
export function signatureHeaders(secret: string, message: SignedMessage): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signed = `${message.messageId}.${message.timestamp}.${message.body}`;
  return {
    'webhook-id': message.messageId,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  };
}
