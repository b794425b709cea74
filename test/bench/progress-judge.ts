import type { BenchRow } from './bench-row.ts';
import type { ShownRow } from './progress-app.ts';

/** What the service does of a job. */
export interface Truth {
  /** As in the API; `unsent` before the service has the job. */
  readonly status: string;
  readonly percentage: number;
  /** Null if the service names none. */
  readonly stage: string | null;
}

/** One job in one second. */
export interface Sample {
  readonly job: string;
  readonly atSeconds: number;
  /** Null while the tray has no row of the job. */
  readonly row: ShownRow | null;
  readonly truth: Truth;
}

/** A sample with what is wrong of it. */
interface Judged extends Sample {
  readonly isWordWrong: boolean;
  readonly isStageWrong: boolean;
  /** Points. */
  readonly percentageError: number;
  readonly realLeft: number;
  /** Factor between the shown and the real time left, at least 1; null if none is shown, or the end is near. */
  readonly leftFactor: number | null;
}

/** A page cannot know what began after its last reading: what was true that many seconds ago is right too. */
const graceSeconds = 2;
const maxPoints = 5;
const maxFactor = 2;
/** Seconds before the end in which the time left is not judged. */
const nearEndSeconds = 3;
const unsent: Truth = { status: 'unsent', percentage: 0, stage: null };

const waitingWords = /^(Waiting|Starting)/;
const runningWords = /^(?!Waiting|Starting|Done|Failed|Cancel)/;
const wordsOf: Readonly<Record<string, RegExp>> = {
  unsent: waitingWords,
  pending: waitingWords,
  running: runningWords,
  succeeded: /^Done/,
};
const stageWords: Readonly<Record<string, string>> = {
  script: 'Reading the script',
  speech: 'Recording the voice',
  pictures: 'Making the pictures',
  timeline: 'Laying out the timeline',
  remix: 'Finishing',
  movie: 'Rendering the movie',
};

const wordOf = ({ row }: Sample): string => row?.state ?? 'Waiting';

function pointsOf(row: ShownRow | null, before: ShownRow | null, truths: readonly Truth[]): number {
  const shown = row?.percentage ?? null;
  if (shown === null) return 0;
  if (shown < (before?.percentage ?? 0)) return 100;
  return Math.min(...truths.map(({ percentage }) => Math.abs(shown - percentage)));
}

function factorOf(row: ShownRow | null, realLeft: number): number | null {
  const shown = row?.secondsLeft ?? null;
  if (shown === null || realLeft <= nearEndSeconds) return null;
  return Math.max(shown / realLeft, realLeft / shown);
}

function judgeJob(samples: readonly Sample[]): Judged[] {
  const end = samples.find(({ truth }) => truth.status === 'succeeded')?.atSeconds ?? Number.NaN;
  return samples.map((sample, index) => {
    const { row, truth, atSeconds } = sample;
    const recent = samples.slice(Math.max(0, index - graceSeconds), index + 1).map((each) => each.truth);
    const truths = index < graceSeconds ? [unsent, ...recent] : recent;
    const word = wordOf(sample);
    const isRunning = truth.status === 'running' && runningWords.test(word);
    const stages = truths.map(({ stage }) => stageWords[stage ?? ''] ?? 'Generating');
    return {
      ...sample,
      realLeft: end - atSeconds,
      isWordWrong: !truths.some(({ status }) => wordsOf[status]?.test(word)),
      isStageWrong: isRunning && truth.stage !== null && !stages.includes(word),
      percentageError: isRunning ? pointsOf(row, samples[index - 1]?.row ?? null, truths) : 0,
      leftFactor: factorOf(row, end - atSeconds),
    };
  });
}

function lineOf(judged: Judged): string {
  const { job, row, truth, realLeft, atSeconds, percentageError, leftFactor } = judged;
  const mark = (isWrong: boolean): string => (isWrong ? '!' : '');
  const { percentage = null, secondsLeft = null } = row ?? {};
  const shown = [
    wordOf(judged) + mark(judged.isWordWrong || judged.isStageWrong),
    percentage === null ? '' : `${String(percentage)} %${mark(percentageError > maxPoints)}`,
    secondsLeft === null ? '' : `${String(secondsLeft)} s${mark((leftFactor ?? 1) > maxFactor)}`,
  ];
  const real = [
    truth.status,
    truth.stage ?? '',
    `${truth.percentage.toFixed(0)} %`,
    `${realLeft.toFixed(0)} s`,
  ];
  const words = [shown, real].map((parts) => parts.filter((part) => part !== '').join(' · '));
  return `${atSeconds.toFixed(0).padStart(4)} ${job.padEnd(11)} ${(words[0] ?? '').padEnd(44)} | ${words[1] ?? ''}`;
}

/** Prints what the page said and what the service did every few seconds; `!` marks what is wrong. */
function printTable(title: string, jobs: Iterable<readonly Judged[]>, everySeconds: number): void {
  console.log(`\n${title}: page | service`);
  const lines = [...jobs].flatMap((judged) =>
    judged.filter(({ truth }, second) => second % everySeconds === 0 && truth.status !== 'succeeded'),
  );
  for (const line of lines.toSorted((a, b) => a.atSeconds - b.atSeconds)) console.log(lineOf(line));
}

/** Judges what the page said of each job, prints it, and returns a row for each measure. */
export function judge(title: string, samples: readonly Sample[], everySeconds = 5): BenchRow[] {
  const jobs = new Map([...Map.groupBy(samples, ({ job }) => job)].map(([job, own]) => [job, judgeJob(own)]));
  printTable(title, jobs.values(), everySeconds);
  return [...jobs].flatMap(([job, judged]) => {
    const told = judged.filter(({ leftFactor }) => leftFactor !== null);
    const wrong = told.filter(({ leftFactor }) => (leftFactor ?? 1) > maxFactor);
    const row = (name: string, value: number, unit: string, goal: number): BenchRow => ({
      name: `${title} ${job}, ${String(judged.length)} s: ${name}`,
      value,
      unit,
      peer: 'the service',
      goal,
    });
    const shareOf = (test: (each: Judged) => boolean): number => judged.filter(test).length / judged.length;
    return [
      row(
        'wrong word',
        shareOf(({ isWordWrong }) => isWordWrong),
        'share',
        0,
      ),
      row(
        'wrong stage',
        shareOf(({ isStageWrong }) => isStageWrong),
        'share',
        0,
      ),
      row(
        'percentage off by',
        Math.max(...judged.map(({ percentageError }) => percentageError)),
        'points',
        maxPoints,
      ),
      row(
        `time left off by over ×2, of ${String(told.length)} s`,
        wrong.length / Math.max(1, told.length),
        'share',
        0.1,
      ),
    ];
  });
}
