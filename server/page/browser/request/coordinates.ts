/** Positions as people write them: what the command line reads, the page does. */
export {
  type Position,
  type ReadPosition,
  readPosition,
  showPosition,
} from '../../../client/coordinates.ts'
