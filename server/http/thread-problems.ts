import { Problem } from './errors.ts'

/** Answer of a worker thread in place of a thrown `Problem`, whose class would be lost between threads. */
export interface Refused {
  refusal: Pick<Problem, 'code' | 'message' | 'extra'>
}

/** Work of a thread that answers `Refused` where `work` throws a `Problem`. */
export function orRefused<Task, Result>(work: (task: Task) => Result | Promise<Result>) {
  return async (task: Task): Promise<Result | Refused> => {
    try {
      return await work(task)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { code, message, extra } = error
      return { refusal: { code, message, extra } }
    }
  }
}

/** Result in a thread's answer; throws the `Problem` of an answer `Refused`. */
export function resultOf<Result extends object>(answer: Result | Refused): Result {
  if (!('refusal' in answer)) return answer
  const { code, message, extra } = answer.refusal
  throw new Problem(code, message, extra)
}
