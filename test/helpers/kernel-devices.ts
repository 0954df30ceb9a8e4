import ts from 'typescript'
import type { Device } from '../../kernels/device/device.ts'
import { type ExpandOptions, expandKernel } from '../../kernels/device/expand.ts'

const UNIT = 2 ** -24
/** Errors of results, in units: WGSL rounds sums and products correctly, and divides to 2.5 ULP of 2⁻²³ each. */
const UNITS = new Map([
  [ts.SyntaxKind.PlusToken, 1],
  [ts.SyntaxKind.MinusToken, 1],
  [ts.SyntaxKind.AsteriskToken, 1],
  [ts.SyntaxKind.SlashToken, 5],
])
const UNITS_OF_A_ROOT = 5

/**
 * A kernel whose sums, products, quotients and roots are off by up to as much as WGSL allows, at random. Whole numbers, such as those
 * that posts are counted by, are exact in float32 and stay so.
 */
export function perturbed<Kernel extends (...args: never[]) => number>(
  kernel: Kernel,
  options: ExpandOptions,
  random: () => number,
): Kernel {
  const { factory } = ts
  const source = ts.createSourceFile(
    'kernel.js',
    `(${expandKernel(kernel, options).kernel})`,
    ts.ScriptTarget.ES2022,
  )
  const off = (value: ts.Expression, units: number) =>
    factory.createCallExpression(factory.createIdentifier('off'), undefined, [
      value,
      factory.createNumericLiteral(units),
    ])
  const { transformed } = ts.transform(source, [
    (context) => {
      const visit = (node: ts.Node): ts.Node => {
        const inner = ts.visitEachChild(node, visit, context)
        if (ts.isBinaryExpression(inner)) {
          const units = UNITS.get(inner.operatorToken.kind)
          return units === undefined ? inner : off(inner, units)
        }
        const isRoot = ts.isCallExpression(node) && node.expression.getText(source) === 'Math.sqrt'
        return isRoot ? off(inner as ts.Expression, UNITS_OF_A_ROOT) : inner
      }
      return (root) => ts.visitEachChild(root, visit, context)
    },
  ])
  const text = ts.createPrinter().printFile(transformed[0] as ts.SourceFile)
  const noise = (value: number, units: number) =>
    Number.isInteger(value) ? value : value * (1 + units * UNIT * (2 * random() - 1))
  return new Function('off', `return ${text}`)(noise) as Kernel
}

/** A device that runs kernels so, in this process. */
export function perturbedDevice(random: () => number): Device {
  return {
    backend: 'cpu',
    name: 'perturbed',
    kernel(kernel, { output: [across, down], helpers = [], constants = {} }) {
      const own = perturbed(kernel, { helpers, constants }, random)
      return (...args) => [
        Array.from({ length: down }, (_, y) =>
          Float32Array.from({ length: across }, (_, x) =>
            own.apply({ thread: { x, y, z: 0 } }, args as never[]),
          ),
        ),
      ]
    },
    pipeline: <Result>(orchestrate: (...args: unknown[]) => unknown) =>
      Object.assign(async (...args: unknown[]) => orchestrate(...args.map(nested)) as Result, {
        destroy: async () => {},
      }),
    destroy: async () => {},
  }
}

/** A tensor as kernels index it. */
function nested(given: unknown): unknown {
  if (!(given instanceof Object && 'value' in given && 'size' in given)) return given
  const { value, size } = given as { value: Float32Array; size: [number, number, number] }
  const [across, down, deep] = size
  return Array.from({ length: deep }, (_, z) =>
    Array.from({ length: down }, (_, y) => {
      const from = (z * down + y) * across
      return value.subarray(from, from + across)
    }),
  )
}

/** A device whose kernels answer 0 for each thread. */
export function zeroDevice(): Device {
  return {
    backend: 'cpu',
    name: 'zero',
    kernel(_, { output: [across, down] }) {
      const rows = Array.from({ length: down }, () => new Float32Array(across))
      return () => [rows]
    },
    pipeline: <Result>(orchestrate: (...args: unknown[]) => unknown) =>
      Object.assign(async (...args: unknown[]) => orchestrate(...args) as Result, {
        destroy: async () => {},
      }),
    destroy: async () => {},
  }
}
