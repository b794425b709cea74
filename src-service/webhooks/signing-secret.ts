import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** 24 bytes are 32 characters of base64 without padding, which every verifier reads (contract supplement §5). */
const secretBytes = 24;

/** A new secret as it is shown once, at the creation of an endpoint. */
export function newSigningSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** What a receiver needs to know of one attempt. */
export interface SignedMessage {
  readonly messageId: string;
  /** Of the attempt, in Unix seconds. */
  readonly timestamp: number;
  /** The body, byte for byte as it is sent. */
  readonly body: string;
}

/** The three headers of the Standard Webhooks scheme (specification §6), signature version 1. */
export function signatureHeaders(secret: string, message: SignedMessage): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signed = `${message.messageId}.${message.timestamp}.${message.body}`;
  return {
    'webhook-id': message.messageId,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  };
}
