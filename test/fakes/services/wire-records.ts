/** An account as the service sends it. */
export const sampleAccount = {
  apiKeyId: 'k',
  apiKeyNickname: 'n',
  email: 'e@example.com',
  displayName: null,
  teamId: 't',
};

/** Fields of a run or job that has made no movie. */
export const noMovie = {
  downloadUrl: null,
  downloadUrlExpiresAt: null,
  thumbnailUrl: null,
  thumbnailUrlExpiresAt: null,
  exportFileId: null,
};
