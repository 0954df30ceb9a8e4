import { dirname } from 'node:path'
import ts from 'typescript'
import type { Import, Sources } from './sources.ts'

/*
 * What stands against the rules of the layout, by rule. A list of exceptions has the same form: file or folder, and the
 * names or the number that is found there.
 */

export type Findings = Record<string, string[] | number>

export const maximumParameters = 6

function grouped(pairs: Iterable<readonly [string, string]>): Findings {
  const sets = new Map<string, Set<string>>()
  for (const [key, value] of pairs) sets.set(key, (sets.get(key) ?? new Set()).add(value))
  return sorted(Object.fromEntries([...sets].map(([key, values]) => [key, [...values].sort()])))
}

function sorted(findings: Findings): Findings {
  return Object.fromEntries(Object.entries(findings).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function isInside(folder: string, parent: string): boolean {
  return folder.startsWith(`${parent}/`)
}

const modelFolder = /^kernels\/models\/[^/]+(?=\/)/

/** Imports in which every model is `kernels/models/*`, but for those of one model by another. */
export function withModelsAlike(imports: Import[]): Import[] {
  return imports.map(({ from, to }) => {
    const [one, other] = [from, to].map((file) => modelFolder.exec(file)?.[0])
    if (one !== undefined && other !== undefined && one !== other) return { from, to }
    const alike = (file: string) => file.replace(modelFolder, 'kernels/models/*')
    return { from: alike(from), to: alike(to) }
  })
}

/** Folders that each folder imports. */
export function arrows(imports: Import[]): Findings {
  return grouped(
    imports.map(({ from, to }) => [dirname(from), dirname(to)] as const).filter(([from, to]) => from !== to),
  )
}

/** Folders that import each other, other than for interfaces; the first of each pair with its others. */
export function mutualPairs(imports: Import[], interfaces: string[]): Findings {
  const found = arrows(imports.filter(({ to }) => !interfaces.includes(to)))
  const importsFolder = (from: string, to: string) => (found[from] as string[] | undefined)?.includes(to)
  return grouped(
    Object.entries(found).flatMap(([from, targets]) =>
      (targets as string[])
        .filter((to) => from < to && importsFolder(to, from))
        .map((to) => [from, to] as const),
    ),
  )
}

/** Files of an enclosing folder that a folder imports, except the named interfaces. */
export function parentImports(imports: Import[], interfaces: string[]): Findings {
  return grouped(
    imports
      .filter(({ from, to }) => isInside(dirname(from), dirname(to)) && !interfaces.includes(to))
      .map(({ from, to }) => [dirname(from), to] as const),
  )
}

/** Files of single models that the service or the storage imports. */
export function modelImports(imports: Import[]): Findings {
  return grouped(
    imports
      .filter(({ from, to }) => /^(server|storage)\//.test(from) && /^kernels\/models\/[^/]+\//.test(to))
      .map(({ from, to }) => [from, to] as const),
  )
}

/** Number of casts through `unknown` in each file. */
export function unknownCasts(sources: Sources): Findings {
  const counts = [...sources].map(
    ([file, text]) => [file, text.match(/\bas\s+unknown\s+as\b/g)?.length ?? 0] as const,
  )
  return sorted(Object.fromEntries(counts.filter(([, count]) => count > 0)))
}

/**
 * Functions and types of functions with more than six parameters, as file:name and their number. Members of an options
 * object count each: those that are destructured, those of a type written in place, and those of an interface that is not
 * exported and is named nowhere else in its file. `this` does not count.
 *
 * Compiled kernels take what the device needs and are left out: the AssemblyScript, files with a function whose `this` is
 * a KernelThread, and functions registered with one as `helpers` or `functions`.
 */
export function longParameterLists(sources: Sources): Findings {
  const parsed = [...sources]
    .filter(([file]) => !file.includes('/assembly/'))
    .map(([file, text]) => [file, ts.createSourceFile(file, text, parsing)] as const)
  const compiled = new Set(
    parsed.flatMap(([file, tree]) => (file.startsWith('kernels/') ? registeredWithKernels(tree) : [])),
  )
  const found: Findings = {}
  for (const [file, tree] of parsed) {
    if (kernelFunction.test(tree.text)) continue
    const optionsMembers = membersOfOptions(tree)
    const visit = (node: ts.Node, path: string[]): void => {
      const name = nameOf(node)
      const inner = name === undefined ? path : [...path, name]
      if (isSignature(node) && !(path.length === 0 && compiled.has(name ?? ''))) {
        const count = parameterCount(node, optionsMembers)
        let key = `${file}:${inner.join('.')}`
        while (count > maximumParameters && key in found) key += "'"
        if (count > maximumParameters) found[key] = count
      }
      ts.forEachChild(node, (child) => visit(child, inner))
    }
    visit(tree, [])
  }
  return sorted(found)
}

const kernelFunction = /^export function \w+\(\s*this: KernelThread\b/m
const parsing = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

type Signature = ts.SignatureDeclaration

function isSignature(node: ts.Node): node is Signature {
  return ts.isFunctionLike(node) && !ts.isIndexSignatureDeclaration(node)
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  const { name } = node as { name?: ts.Node }
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name))
    ? name.text
    : undefined
}

function parameterCount({ parameters }: Signature, optionsMembers: ReadonlyMap<string, number>): number {
  const sizes = parameters.map(({ name, type }) => {
    if (ts.isIdentifier(name) && name.text === 'this') return 0
    const destructured = ts.isObjectBindingPattern(name) ? name.elements.length : 1
    if (type === undefined) return destructured
    if (ts.isTypeLiteralNode(type)) return Math.max(destructured, type.members.length)
    return Math.max(destructured, optionsMembers.get(typeName(type) ?? '') ?? 1)
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

function typeName(type: ts.Node): string | undefined {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? type.typeName.text : undefined
}

/** Members of each interface that its file does not export and names once. */
function membersOfOptions(tree: ts.SourceFile): Map<string, number> {
  const members = new Map<string, number>()
  for (const statement of tree.statements) {
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.length
    if (ts.isInterfaceDeclaration(statement) && !isExported && !statement.heritageClauses)
      members.set(statement.name.text, statement.members.length)
  }
  for (const name of members.keys()) {
    const mentions = tree.text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
    if (mentions !== 2) members.delete(name)
  }
  return members
}

/** Names in the lists of functions that are compiled with a kernel. */
function registeredWithKernels(tree: ts.SourceFile): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const isList =
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      /^(helpers|functions)$|_(HELPERS|FUNCTIONS)$/.test(nameOf(node) ?? '')
    if (isList && node.initializer) {
      const list = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer
      if (ts.isArrayLiteralExpression(list))
        names.push(...list.elements.filter(ts.isIdentifier).map((element) => element.text))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

/** What has to be done to code or list until they are the same; nothing where they are. */
export function differences(found: Findings, listed: Findings): string[] {
  const keys = [...new Set([...Object.keys(found), ...Object.keys(listed)])].sort()
  return keys.flatMap((key) => {
    const [now, then] = [found[key] ?? [], listed[key] ?? []]
    if (typeof now === 'number' || typeof then === 'number') {
      const [count, allowed] = [Number(now), Number(then)]
      if (count > allowed) return [`${key}: ${count} where ${allowed} are listed: change the code`]
      if (count === 0) return [`${key}: remove it from the list, nothing is left`]
      return count < allowed ? [`${key}: lower it in the list from ${allowed} to ${count}`] : []
    }
    return [
      ...now
        .filter((value) => !then.includes(value))
        .map((value) => `${key} → ${value}: not listed: change the code`),
      ...then
        .filter((value) => !now.includes(value))
        .map((value) => `${key} → ${value}: remove it from the list`),
    ]
  })
}

/** A list without what is no longer found; nothing is added. */
export function shrunk(found: Findings, listed: Findings): Findings {
  const kept: Findings = {}
  for (const [key, then] of Object.entries(listed)) {
    const now = found[key]
    if (typeof now === 'number' && typeof then === 'number') kept[key] = Math.min(now, then)
    if (typeof now !== 'object' || typeof then !== 'object') continue
    const values = then.filter((value) => now.includes(value))
    if (values.length > 0) kept[key] = values
  }
  return sorted(kept)
}
