/** Yields some rows at a time, each time in a task of its own: between them, the browser paints and takes input. */
export async function* rowsInTasks<Row>(
  rows: readonly Row[],
  most: number,
): AsyncGenerator<readonly Row[], void, void> {
  for (let start = 0; start < rows.length; start += most) {
    yield rows.slice(start, start + most)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
