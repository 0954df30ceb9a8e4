const startCellsPerSecond = 10_000_000
const startOverheadS = 0.5
/** Share of the newest measurement in the moving estimate. */
const weight = 0.2

/** A moving estimate of how long a simulation takes: an overhead and so many cells a second. */
export class Pace {
  #cellsPerSecond = startCellsPerSecond
  #overheadS = startOverheadS

  get cellsPerSecond(): number {
    return this.#cellsPerSecond
  }

  estimateS(cells: number): number {
    return this.#overheadS + cells / this.#cellsPerSecond
  }

  /** Takes in what a finished simulation took. */
  learn(cells: number, tookS: number): void {
    const beyondOverheadS = tookS - this.#overheadS
    // A short one says how large the overhead is, a long one how fast cells are computed.
    if (beyondOverheadS > this.#overheadS) {
      this.#cellsPerSecond += weight * (cells / beyondOverheadS - this.#cellsPerSecond)
    } else {
      const overheadS = Math.max(0.01, tookS - cells / this.#cellsPerSecond)
      this.#overheadS += weight * (overheadS - this.#overheadS)
    }
  }
}
