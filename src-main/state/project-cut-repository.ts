import { z } from 'zod';
import { readCutRecord, writeCutRecord } from '../../src-timeline/model/cut-record.ts';
import { type Timeline, timelineDurationFrames } from '../../src-timeline/model/timeline.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';
import { inTransaction } from './sqlite-errors.ts';

/** The facts of a project's cut that lists show, so that they need not read the cut. */
const projectCutSchema = z.object({
  projectId: z.string(),
  /** The `updatedAt` of the project that the cut was read from. */
  updatedAt: z.number().int(),
  fetchedAt: z.number().int(),
  frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
  isDropFrame: z.boolean(),
  durationFrames: z.number().int().nonnegative(),
});
export type ProjectCutFacts = z.infer<typeof projectCutSchema>;

/** The text of a cut record. */
const cutTextSchema = z.object({ projectId: z.string(), fetchedAt: z.number().int(), text: z.string() });

/** Stores the last cut that was read of each project. Contains no links: they are signed and never stored. */
export class ProjectCutRepository extends RecordTable<typeof projectCutSchema> {
  readonly #deps: RecordTableDeps;
  readonly #texts: RecordTable<typeof cutTextSchema>;

  constructor(deps: RecordTableDeps) {
    const columnsOf = ({ projectId: id, fetchedAt: createdAt }: z.infer<typeof projectCutSchema>) => ({
      id,
      createdAt,
    });
    super(deps, { table: 'project_cuts', schema: projectCutSchema, columnsOf });
    this.#deps = deps;
    this.#texts = new RecordTable(deps, {
      table: 'project_cut_texts',
      schema: cutTextSchema,
      columnsOf: ({ projectId: id, fetchedAt: createdAt }) => ({ id, createdAt }),
    });
  }

  /**
   * Replaces the cut of a project, with its facts in one transaction.
   * @returns the facts; null for a cut that could not be read back, of which nothing is stored.
   * @throws AppError as `put`.
   */
  putCut(
    read: Pick<ProjectCutFacts, 'projectId' | 'updatedAt' | 'fetchedAt'>,
    cut: Timeline,
  ): ProjectCutFacts | null {
    const text = writeCutRecord(cut);
    if (readCutRecord(text) === null) return null;
    const { frameRate, isDropFrame } = cut;
    const durationFrames = timelineDurationFrames(cut);
    const facts = { ...read, frameRate: { ...frameRate }, isDropFrame, durationFrames };
    inTransaction(this.#deps.state, () => {
      this.put(facts);
      this.#texts.put({ projectId: read.projectId, fetchedAt: read.fetchedAt, text });
    });
    return facts;
  }

  /** Returns the cut of a project; null without one. */
  cutOf(projectId: string): Timeline | null {
    const stored = this.#texts.get(projectId);
    return stored && readCutRecord(stored.text);
  }
}
