/** As much of a document as Preact draws components into; imported after `page-host.ts`, before the components. */

import { type ComponentChild, render } from 'preact'
import { globals, pass } from './page-host.ts'

type Listener = (this: DrawnNode, event: object) => void

class DrawnNode {
  parentNode: DrawnNode | null = null
  childNodes: DrawnNode[] = []
  readonly nodeType: number
  readonly localName: string
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml'
  readonly attributes: Record<string, string> = {}
  readonly style: Record<string, unknown> = {}
  readonly listeners = new Map<string, Listener>()
  data: string | undefined
  value: unknown
  checked: unknown
  disabled: unknown

  constructor(localName: string, data?: string) {
    this.localName = localName
    this.data = data
    this.nodeType = data === undefined ? 1 : 3
  }

  get firstChild(): DrawnNode | null {
    return this.childNodes[0] ?? null
  }

  get nextSibling(): DrawnNode | null {
    const beside = this.parentNode?.childNodes ?? []
    return beside[beside.indexOf(this) + 1] ?? null
  }

  insertBefore(child: DrawnNode, next: DrawnNode | null): void {
    child.parentNode?.removeChild(child)
    child.parentNode = this
    this.childNodes.splice(next === null ? this.childNodes.length : this.childNodes.indexOf(next), 0, child)
  }

  appendChild(child: DrawnNode): void {
    this.insertBefore(child, null)
  }

  removeChild(child: DrawnNode): void {
    this.childNodes = this.childNodes.filter((one) => one !== child)
    child.parentNode = null
  }

  remove(): void {
    this.parentNode?.removeChild(this)
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes[name] = String(value)
  }

  removeAttribute(name: string): void {
    delete this.attributes[name]
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type.toLowerCase(), listener)
  }

  removeEventListener(type: string): void {
    this.listeners.delete(type.toLowerCase())
  }

  contains(other: unknown): boolean {
    return other === this || this.childNodes.some((child) => child.contains(other))
  }

  focus(): void {}
  scrollIntoView(): void {}

  get text(): string {
    return this.data ?? this.childNodes.map(({ text }) => text).join('')
  }

  get all(): DrawnNode[] {
    return [this, ...this.childNodes.flatMap(({ all }) => all)]
  }
}

const createElement = globals.document.createElement as (name: string) => object
Object.assign(globals.document, {
  createElement: (name: string) => (name === 'canvas' ? createElement(name) : new DrawnNode(name)),
  createElementNS: (_namespace: string, name: string) => new DrawnNode(name),
  createTextNode: (text: string) => new DrawnNode('#text', text),
})

/** What is drawn, and what somebody does to it. */
export class Drawn {
  readonly #root = new DrawnNode('body')

  constructor(child: ComponentChild) {
    this.draw(child)
  }

  draw(child: ComponentChild): void {
    render(child, this.#root as never)
  }

  end(): void {
    render(null, this.#root as never)
  }

  all(name: string): DrawnNode[] {
    return this.#root.all.filter(({ localName }) => localName === name)
  }

  /** The texts of elements of a name, one by one. */
  texts(name: string): string[] {
    return this.all(name).map(({ text }) => text)
  }

  get text(): string {
    return this.#root.text
  }

  /** The first of a name, or the one of a text or label. */
  one(name: string, text?: string): DrawnNode {
    const found = this.all(name).find(
      (node) => text === undefined || node.text === text || node.attributes['aria-label'] === text,
    )
    if (found === undefined) throw new Error(`No ${name} ${text ?? ''} in ${this.text}`)
    return found
  }

  async click(name: string, text?: string): Promise<void> {
    await this.does(this.one(name, text), 'click')
  }

  /** A field as it is filled in. */
  async fill(node: DrawnNode, field: { value?: string; checked?: boolean }): Promise<void> {
    Object.assign(node, field)
    await this.does(node, node.listeners.has('input') ? 'input' : 'change')
  }

  async submit(): Promise<void> {
    await this.does(this.one('form'), 'submit')
  }

  async does(node: DrawnNode, type: string): Promise<void> {
    const event = { type, currentTarget: node, target: node, preventDefault() {} }
    node.listeners.get(type)?.call(node, event)
    await settle()
  }
}

/** Effects run after a frame. */
export const settle = () => pass(100)

/** A component as it stands after its first effects. */
export async function drawn(child: ComponentChild): Promise<Drawn> {
  const made = new Drawn(child)
  await settle()
  return made
}
