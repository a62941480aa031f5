import { endpointTable } from '../domains/endpoints.ts'
import { openapiDocument } from './openapi-document.ts'

type Media = { schema: { properties: Record<string, unknown>; required?: string[] }; encoding?: object }
type Operation = {
  operationId: string
  description?: string
  parameters?: { name: string; required: boolean }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content: Record<string, { schema: { properties?: object } }> }>
}

const made = openapiDocument('1.0.0')
const paths = made.paths as Record<string, Record<string, Operation>>

it('has every call, each with a body or parameters that name every field of its input', () => {
  for (const { method, path } of endpointTable.values()) {
    const operation = paths[path]?.[method.toLowerCase()]
    expect(operation).toBeDefined()
    expect(Boolean(operation?.requestBody)).toBe(method === 'POST')
  }
  const operations = Object.values(paths).flatMap((at) => Object.values(at))
  expect(operations).toHaveLength(endpointTable.size)
})

it('says which fields are needed, which travel as JSON text, and what the comment of the contract says', () => {
  const login = paths['/login/go']?.post
  expect(login?.operationId).toBe('identity.login')
  expect(login?.description).toMatch(/^Both login forms of the specification/)
  const form = login?.requestBody?.content['application/x-www-form-urlencoded']
  expect(form?.schema.required).toEqual(['password'])
  expect(form?.encoding).toBeUndefined()
  expect(Object.keys(login?.responses[200]?.content['application/json']?.schema.properties ?? {})).toEqual([
    'token',
    'myUser',
  ])
  const nested = paths['/biz/workspace/save']?.post
  const body = nested?.requestBody?.content['application/x-www-form-urlencoded']
  expect(body?.encoding).toEqual({
    tabs: { contentType: 'application/json' },
    recent: { contentType: 'application/json' },
  })
})

it('refers only to what it holds', () => {
  const text = JSON.stringify(made)
  const references = Array.from(text.matchAll(/"\$ref":"#\/([^"]+)"/g), ([, pointer = '']) => pointer)
  expect(references.length).toBeGreaterThan(100)
  for (const pointer of new Set(references)) {
    const found = pointer
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], made)
    expect([pointer, typeof found]).toEqual([pointer, 'object'])
  }
})

it('describes files as bytes, uploads with their file, and a GET by its query', () => {
  expect(paths['/biz/material/file/get']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'fileId', required: true }),
  )
  expect(paths['/biz/material/file/get']?.get?.responses[200]?.content).toHaveProperty([
    'application/octet-stream',
  ])
  const upload = paths['/biz/material/file/upload']?.post?.requestBody?.content['multipart/form-data']
  expect(upload?.schema.required).toEqual(['file', 'orderId', 'materialType', 'eventId'])
})
