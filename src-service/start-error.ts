/** The reason why the service cannot start; the message suggests a remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly reason:
    'data_folder_in_use' | 'disk_full' | 'data_folder_unusable' | 'data_too_new' | 'port_in_use';

  constructor(reason: StartError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
