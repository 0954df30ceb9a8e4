export {
  type Position,
  type ReadPosition,
  readPosition,
  showPosition,
} from '../../../client/coordinates.ts'
