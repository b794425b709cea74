/**
 * Assigns each row a column with the least total cost: the Hungarian method with potentials, in O(rows² × columns).
 * @param costs One row per item, all of one length; no more rows than columns.
 * @returns the column of each row.
 */
export function cheapestAssignment(costs: readonly (readonly number[])[]): readonly number[] {
  const columns = costs[0]?.length ?? 0;
  const state: State = {
    rowPotential: new Float64Array(costs.length + 1),
    columnPotential: new Float64Array(columns + 1),
    rowOf: new Int32Array(columns + 1),
  };
  for (let row = 1; row <= costs.length; row += 1) assignRow(row, costs, state);
  const columnOf = new Array<number>(costs.length).fill(-1);
  for (let column = 1; column <= columns; column += 1) {
    const row = at(state.rowOf, column);
    if (row > 0) columnOf[row - 1] = column - 1;
  }
  return columnOf;
}

interface State {
  readonly rowPotential: Float64Array;
  readonly columnPotential: Float64Array;
  /** Row by column; column 0 holds the row being assigned. */
  readonly rowOf: Int32Array;
}

const at = (list: Float64Array | Int32Array | Uint8Array, index: number): number => list[index] ?? 0;

function add(list: Float64Array, index: number, value: number): void {
  list[index] = at(list, index) + value;
}

/** Finds the cheapest path from a row to a free column and reassigns the pairs along it. */
function assignRow(row: number, costs: readonly (readonly number[])[], state: State): void {
  const { rowOf } = state;
  const slack = new Float64Array(rowOf.length).fill(Infinity);
  const cameFrom = new Int32Array(rowOf.length);
  const isVisited = new Uint8Array(rowOf.length);
  rowOf[0] = row;
  let column = 0;
  do {
    isVisited[column] = 1;
    column = nextColumn(column, costs, state, { slack, cameFrom, isVisited });
  } while (at(rowOf, column) !== 0);
  while (column !== 0) {
    const previous = at(cameFrom, column);
    rowOf[column] = at(rowOf, previous);
    column = previous;
  }
}

interface Search {
  readonly slack: Float64Array;
  readonly cameFrom: Int32Array;
  readonly isVisited: Uint8Array;
}

function nextColumn(
  from: number,
  costs: readonly (readonly number[])[],
  { rowPotential, columnPotential, rowOf }: State,
  { slack, cameFrom, isVisited }: Search,
): number {
  const row = at(rowOf, from);
  let least = Infinity;
  let next = 0;
  for (let column = 1; column < rowOf.length; column += 1) {
    if (at(isVisited, column) === 1) continue;
    const cost =
      (costs[row - 1]?.[column - 1] ?? Infinity) - at(rowPotential, row) - at(columnPotential, column);
    if (cost < at(slack, column)) [slack[column], cameFrom[column]] = [cost, from];
    if (at(slack, column) < least) [least, next] = [at(slack, column), column];
  }
  for (let column = 0; column < rowOf.length; column += 1)
    if (at(isVisited, column) === 1) {
      add(rowPotential, at(rowOf, column), least);
      add(columnPotential, column, -least);
    } else slack[column] = at(slack, column) - least;
  return next;
}
