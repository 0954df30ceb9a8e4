import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Test } from 'tap'

/** The routes of every service that starts from now on in this test, undocumented ones included. */
export function watchRoutes(t: Test): RouteOptions[] {
  const routes: RouteOptions[] = []
  const onApp = (message: unknown) => {
    const { fastify: app } = message as { fastify: FastifyInstance }
    app.addHook('onRoute', (route) => {
      routes.push(route)
    })
  }
  subscribe('fastify.initialization', onApp)
  t.teardown(() => unsubscribe('fastify.initialization', onApp))
  return routes
}

type Schema = Record<string, unknown>

/** Where a schema takes values without end, or checks them at a cost that grows faster than they do. */
export function unboundedIn(schema: Schema, part: 'body' | 'querystring' | 'params' | 'headers'): string[] {
  // A request has headers and a path has parameters that are nobody's business here.
  return faultsOf(schema, part, part === 'body' || part === 'querystring')
}

function faultsOf(schema: Schema, at: string, isClosed: boolean): string[] {
  const { type, items, properties = {}, additionalProperties, maxItems, maxLength, uniqueItems } = schema
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (schema[name] as Schema[] | undefined) ?? [])
  if (choices.length > 0) return choices.flatMap((choice) => faultsOf(choice, at, true))
  if (schema.const !== undefined || schema.enum !== undefined) return []
  if (Array.isArray(type)) return type.flatMap((type) => faultsOf({ ...schema, type }, at, isClosed))
  switch (type) {
    case 'boolean':
    case 'null':
      return []
    case 'integer':
    case 'number': {
      const bounds = [schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum]
      return bounds.every(Number.isFinite) ? [] : [`${at} has no bounds`]
    }
    case 'string':
      return Number.isInteger(maxLength) ? [] : [`${at} has no maxLength`]
    case 'array': {
      const { type: itemType } = (items ?? {}) as Schema
      return [
        ...(Number.isInteger(maxItems) ? [] : [`${at} has no maxItems`]),
        ...(uniqueItems && itemType !== 'string' && itemType !== 'number'
          ? [`${at} compares each of its items with each`]
          : []),
        ...faultsOf((items ?? {}) as Schema, `${at}[]`, true),
      ]
    }
    case 'object':
      return [
        ...(isClosed && additionalProperties !== false ? [`${at} takes any name`] : []),
        ...Object.entries(properties as Record<string, Schema>).flatMap(([name, member]) =>
          faultsOf(member, `${at}.${name}`, true),
        ),
      ]
    default:
      return [`${at} takes anything`]
  }
}
