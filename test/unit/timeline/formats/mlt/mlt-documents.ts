const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const profile =
  '<profile width="1920" height="1080" frame_rate_num="25" frame_rate_den="1" description="HD 1080p 25 fps"/>';

/** Returns a producer of 100 frames with properties and, behind them, further elements. */
export function producerXml(
  id: string,
  properties: Readonly<Record<string, string | number>>,
  more = '',
): string {
  const all = Object.entries({ length: 100, ...properties }).map(
    ([name, value]) => `<property name="${name}">${escaped(String(value))}</property>`,
  );
  return `<producer id="${id}" in="0" out="99">${all.join('')}${more}</producer>`;
}

interface Parts {
  /** Content of the track's second playlist, which only Kdenlive has. */
  readonly second?: string;
  /** Further elements of the track. */
  readonly track?: string;
}

/**
 * Returns a project of Kdenlive at 25 frames per second with one track of pictures.
 * @param entries content of the track's first playlist.
 */
export function kdenliveProject(
  producers: readonly string[],
  entries: string,
  { second = '', track = '' }: Parts = {},
): string {
  return `<mlt LC_NUMERIC="C" producer="main_bin">${profile}${producers.join('')}
    <producer id="black"><property name="resource">black</property><property name="mlt_service">color</property></producer>
    <playlist id="p0">${entries}</playlist><playlist id="p1">${second}</playlist>
    <tractor id="t0"><property name="kdenlive:track_name">V1</property>
      <track hide="audio" producer="p0"/><track hide="audio" producer="p1"/>${track}</tractor>
    <tractor id="{cut}"><property name="kdenlive:uuid">{cut}</property><property name="kdenlive:clipname">Cut</property>
      <track producer="black"/><track producer="t0"/></tractor>
    <playlist id="main_bin"><property name="kdenlive:docproperties.activetimeline">{cut}</property></playlist>
    <tractor id="project"><property name="kdenlive:projectTractor">1</property><track producer="{cut}"/></tractor></mlt>`;
}

/** The same for Shotcut. */
export function shotcutProject(producers: readonly string[], entries: string): string {
  return `<mlt LC_NUMERIC="C" producer="main_bin">${profile}<playlist id="main_bin"/>
    <producer id="black"><property name="resource">0</property><property name="mlt_service">color</property></producer>
    <playlist id="background"><entry producer="black" in="0" out="99"/></playlist>${producers.join('')}
    <playlist id="p0"><property name="shotcut:video">1</property><property name="shotcut:name">V1</property>${entries}</playlist>
    <tractor id="t0"><property name="shotcut">1</property><track producer="background"/><track producer="p0"/></tractor></mlt>`;
}
