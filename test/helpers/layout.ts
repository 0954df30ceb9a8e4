import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/** What the rules of the layout look at, by rule; each found thing is one line of text, or has a count. */
export interface Layout {
  /** Folders that each folder imports. */
  arrows: Record<string, string[]>
  /** Imports of a file in a folder above its own that is no interface: `file > imported file`. */
  parentImports: string[]
  /** Imports of one model's folder by `server/` or `storage/`: `file > imported file`. */
  modelImports: string[]
  /** Functions of more than six parameters; members of an options object written in place count each. */
  parameters: Record<string, number>
  /** Casts through `unknown`, by file. */
  casts: Record<string, number>
}

/** Files that say what a folder offers to the ones inside it: types, errors, the list that they are part of. */
const INTERFACES = /\/(types|errors|protocol|schemas|services|model|models|config)\.tsx?$/
const MAX_PARAMETERS = 6

/** The layout of a set of sources: path to text. */
export function layoutOf(sources: Map<string, string>): Layout {
  const arrows = new Map<string, Set<string>>()
  const layout: Layout = { arrows: {}, parentImports: [], modelImports: [], parameters: {}, casts: {} }
  for (const [file, text] of [...sources].sort()) {
    const folder = dirname(file)
    for (const target of importsOf(file, text)) {
      const to = dirname(target)
      if (to !== folder) arrows.set(folder, (arrows.get(folder) ?? new Set()).add(to))
      const isAbove = folder.startsWith(`${to}/`)
      if (isAbove && !INTERFACES.test(target)) layout.parentImports.push(`${file} > ${target}`)
      if (/^(server|storage)\//.test(file) && /^kernels\/models\//.test(target))
        layout.modelImports.push(`${file} > ${target}`)
    }
    const casts = text.match(/\bas unknown as\b/g)?.length ?? 0
    if (casts > 0) layout.casts[file] = casts
    Object.assign(layout.parameters, longParameterLists(file, text))
  }
  for (const [folder, targets] of [...arrows].sort()) layout.arrows[folder] = [...targets].sort()
  return layout
}

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+\.tsx?)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  )
}

function longParameterLists(file: string, text: string): Record<string, number> {
  const found: Record<string, number> = {}
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    // A kernel is compiled by gpu.js, which knows no objects: it says what it is by the type of its `this`.
    if (ts.isFunctionLike(node) && !isKernel(node)) {
      const count = node.parameters.reduce((sum, parameter) => sum + membersOf(parameter), 0)
      if (count > MAX_PARAMETERS) found[`${file}: ${nameOf(node)}`] = count
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isKernel = (node: ts.SignatureDeclaration): boolean => node.parameters[0]?.name.getText() === 'this'

function membersOf({ name, type }: ts.ParameterDeclaration): number {
  const inPattern = ts.isObjectBindingPattern(name) ? name.elements.length : 1
  const inType = type && ts.isTypeLiteralNode(type) ? type.members.length : 1
  return Math.max(inPattern, inType)
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  if (ts.isConstructorDeclaration(node)) return `${node.parent.name?.text ?? ''}.constructor`
  const { parent } = node
  return 'name' in parent && parent.name ? (parent.name as ts.Node).getText() : 'anonymous'
}
