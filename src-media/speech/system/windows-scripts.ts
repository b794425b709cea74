/**
 * Scripts for Windows PowerShell 5.1. Variable parts are passed as base64, so that no user text is ever executed. The
 * output is one line of JSON in UTF-8.
 */
const preamble = `
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false
Add-Type -AssemblyName System.Speech
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
function Decode([string]$value) { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($value)) }
`;

/** Returns a script that prints the enabled voices as an array of name, culture and gender. */
export function listVoicesScript(): string {
  return `${preamble}
$voices = @($speaker.GetInstalledVoices() | Where-Object { $_.Enabled } | ForEach-Object {
  @{ name = $_.VoiceInfo.Name; culture = $_.VoiceInfo.Culture.Name; gender = [string]$_.VoiceInfo.Gender }
})
ConvertTo-Json -Compress -InputObject $voices
`;
}

/**
 * Returns a script that speaks a UTF-8 file into another file. It prints the progress in the text: seconds, offset and
 * length in UTF-16. Maps the speed to the voice's steps from -10 to 10; 10 is three times as fast.
 */
export function speakScript(request: {
  readonly textPath: string;
  readonly voiceName: string;
  readonly speed: number;
  readonly wavPath: string;
}): string {
  const encode = (value: string): string => Buffer.from(value, 'utf8').toString('base64');
  const rate = Math.max(-10, Math.min(10, Math.round((10 * Math.log(request.speed)) / Math.log(3))));
  return `${preamble}
$speaker.SelectVoice((Decode '${encode(request.voiceName)}'))
$speaker.Rate = ${rate}
$format = New-Object System.Speech.AudioFormat.SpeechAudioFormatInfo 48000, 'Sixteen', 'Mono'
$speaker.SetOutputToWaveFile((Decode '${encode(request.wavPath)}'), $format)
Register-ObjectEvent -InputObject $speaker -EventName SpeakProgress -SourceIdentifier progress
$speaker.Speak([Text.Encoding]::UTF8.GetString([IO.File]::ReadAllBytes((Decode '${encode(request.textPath)}'))))
$speaker.SetOutputToNull()
$marks = @(Get-Event -SourceIdentifier progress -ErrorAction SilentlyContinue | ForEach-Object {
  $heard = $_.SourceEventArgs
  @{ at = $heard.AudioPosition.TotalSeconds; position = $heard.CharacterPosition; count = $heard.CharacterCount }
})
ConvertTo-Json -Compress -InputObject $marks
`;
}
