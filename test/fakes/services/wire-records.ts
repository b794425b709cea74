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

/** A voice as the service sends it. */
export const sampleVoice = {
  voiceId: 'vg_voic_1',
  languageCode: 'en-US',
  displayName: 'Matilda',
  displayGender: 'FEMALE',
  supportsDirectToolExecution: true,
  supportsAllLanguages: false,
  isDeprecated: false,
};
