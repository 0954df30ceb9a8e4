import { groundAt } from '../terrain/ground.ts'
import { PATH } from './shapes.ts'
import { TERM } from './terms.ts'

type Tensor3 = number[][][]

/** Ground under the receiver of path (x, y), for kernels to inline. */
export function groundAtEnd(posts: Tensor3, terms: Tensor3, paths: Tensor3, x: number, y: number): number {
  const n = paths[PATH.steps][y][x]
  const row2 = paths[PATH.row2][y][x] + n * (paths[PATH.row3][y][x] + n * paths[PATH.row4][y][x])
  const col2 = paths[PATH.col2][y][x] + n * (paths[PATH.col3][y][x] + n * paths[PATH.col4][y][x])
  const rows = n * (paths[PATH.row1][y][x] + n * row2)
  const cols = n * (paths[PATH.col1][y][x] + n * col2)
  const endRow = terms[0][0][TERM.txRow] + rows
  const endCol = terms[0][0][TERM.txCol] + cols
  const height = groundAt(posts, endRow, endCol)
  return height
}
