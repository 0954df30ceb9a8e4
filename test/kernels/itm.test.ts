import t from 'tap'
import { itmArea } from '../../kernels/itm/area.ts'
import { itmPointToPoint } from '../../kernels/itm/itm.ts'
import {
  areaCases,
  areaParametersOf,
  asPrinted,
  inputs,
  parametersOf,
  printed,
  printedTable,
  readProfile,
} from '../helpers/itm-reference.ts'
import { needsSharedData } from '../helpers/shared-data.ts'

t.test('every printed digit of NTIA: one path', needsSharedData, async (t) => {
  for (const run of ['p2pcr', 'p2ptls']) {
    const expected = printed(`o_${run}.txt`)
    const result = asPrinted(itmPointToPoint(readProfile(), parametersOf(inputs(`i_${run}.txt`))))
    for (const [name, value] of Object.entries(result)) t.equal(value, expected.get(name), `${run} ${name}`)
  }
})

t.test('every printed digit of NTIA: area', needsSharedData, async (t) => {
  for (const run of ['areacr', 'areatls']) {
    const expected = printed(`o_${run}.txt`)
    const result = asPrinted(itmArea(areaParametersOf(inputs(`i_${run}.txt`))))
    for (const [name, value] of Object.entries(result)) t.equal(value, expected.get(name), `${run} ${name}`)
  }
})

t.test('every printed digit of NTIA: tables of percentages', needsSharedData, async (t) => {
  const p2p = inputs('i_p2pcr_tbl.txt')
  for (const [reliability, ...losses] of printedTable('o_p2pcr_tbl.txt')) {
    for (const [at, confidence] of [10, 60, 90].entries()) {
      const asked = new Map([...p2p, ['reliability', `${reliability}`], ['confidence', `${confidence}`]])
      const { lossDb } = itmPointToPoint(readProfile(), parametersOf(asked))
      t.equal(
        lossDb.toFixed(1),
        losses[at].toFixed(1),
        `reliability ${reliability}, confidence ${confidence}`,
      )
    }
  }
  const area = inputs('i_areacr_tbl.txt')
  for (const [distance, freeSpace, ...losses] of printedTable('o_areacr_tbl.txt')) {
    for (const [at, confidence] of [50, 75, 90].entries()) {
      const asked = new Map([...area, ['d__km', `${distance}`], ['confidence', `${confidence}`]])
      const { lossDb, freeSpaceDb } = itmArea(areaParametersOf(asked))
      t.equal(lossDb.toFixed(1), losses[at].toFixed(1), `${distance} km, confidence ${confidence}`)
      t.equal(freeSpaceDb.toFixed(1), freeSpace.toFixed(1))
    }
  }
})

t.test('area.csv of NTIA', needsSharedData, async (t) => {
  for (const { input, lossDb } of areaCases()) {
    const result = itmArea(areaParametersOf(input))
    t.equal(result.lossDb.toFixed(1), lossDb.toFixed(1), [...input.values()].join(','))
  }
})
