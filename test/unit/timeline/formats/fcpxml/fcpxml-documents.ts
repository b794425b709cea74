interface Parts {
  readonly spine: string;
  readonly resources?: string;
  /** Format of the sequence, with the id `f`. */
  readonly format?: string;
  readonly sequence?: string;
}

const plainFormat = '<format id="f" frameDuration="1/25s" width="1920" height="1080"/>';

/** Assets by id, each of 40 s, and effects. */
const plainResources = `
  <format id="other" frameDuration="1/25s" width="1280" height="720"/>
  <asset id="film" name="film.mov" start="0s" duration="40s" hasVideo="1" format="other"><media-rep src="file:///m/film.mov"/></asset>
  <asset id="voiced" name="voiced.mov" start="0s" duration="40s" hasVideo="1" hasAudio="1" format="other"><media-rep src="file:///m/voiced.mov"/></asset>
  <asset id="timed" name="timed.mov" start="10s" duration="40s" hasVideo="1" format="other"><media-rep src="file:///m/timed.mov"/></asset>
  <asset id="still" name="still.png" start="0s" duration="0s" hasVideo="1" format="other"><media-rep src="file:///m/still.png"/></asset>
  <asset id="frames" name="Render" start="0s" duration="10s" hasVideo="1" format="other"><media-rep src="file:///m/frame_%5B0001-0250%5D.exr"/></asset>
  <effect id="basic" name="Basic Title" uid=".../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti"/>
  <effect id="layer" name="Adjustment Layer" uid="~/Titles.localized/Adjustment Layer/Adjustment Layer.moti"/>
  <effect id="vivid" name="Vivid" uid=".../Generators.localized/Solids.localized/Vivid.localized/Vivid.motn"/>
  <effect id="clouds" name="Clouds" uid=".../Generators.localized/Backgrounds.localized/Clouds.localized/Clouds.motn"/>`;

/** Writes a document as Final Cut does, at 25 frames per second from zero. */
export function fcpxmlOf({ spine, resources = '', format = plainFormat, sequence = '' }: Parts): string {
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE fcpxml><fcpxml version="1.11">
    <resources>${format}${plainResources}${resources}</resources>
    <library><event name="E"><project name="Harbour"><sequence format="f" ${sequence}><spine>${spine}</spine></sequence></project></event></library>
  </fcpxml>`;
}
