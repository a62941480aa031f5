import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, flag, id, int, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { checked } from '../../rules/field-schema.ts'
import { fileForms } from '../../rules/file-form.ts'
import type { RuleMessage } from '../../rules/rule-message.ts'
import { dictionaryLimits } from './rules/dictionary-kinds.ts'
import { menuAddress, menuIcon, menuNameLength, menuRemark } from './rules/menu-entry.ts'

/** An administrator sets these for everybody of the tenant: 菜单管理 and 字典管理. Paths and shapes are ours. */

const roleCode = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/** An entry as its editor has it: name, url, icon and remark of the specification (point 3), and its meta in parts. */
const menuFields = {
  name: line().min(1, 'rules.required').max(menuNameLength),
  url: checked(menuAddress),
  icon: checked(menuIcon),
  remark: checked(menuRemark),
  /** meta.roles; empty: everybody. */
  roles: json(z.array(roleCode).max(100)),
  keepAlive: flag(),
  external: flag(),
  enabled: flag(),
}

export const menuEntry = z.object({
  id: z.number().int(),
  parentId: z.number().int().nullable(),
  name: z.string(),
  url: z.string(),
  icon: z.string(),
  remark: z.string(),
  roles: z.array(z.string()),
  keepAlive: z.boolean(),
  external: z.boolean(),
  enabled: z.boolean(),
  rowVersion: z.number().int(),
})
export type MenuEntry = z.infer<typeof menuEntry>

const dictionaryType: z.ZodType<string, string> = z
  .string()
  .trim()
  .regex(/^[a-z][a-z_]{0,39}$/, 'rules.dictionaryType' satisfies RuleMessage)
const dictionaryCode: z.ZodType<string, string> = z
  .string()
  .trim()
  .regex(/^[\w/+-]{1,40}$/, 'rules.dictionaryCode' satisfies RuleMessage)

const dictionaryItem = z.object({
  id: z.number().int(),
  code: z.string(),
  label: z.string(),
  parentCode: z.string().nullable(),
  /** The name of the upper value. */
  parentLabel: z.string().nullable(),
  enabled: z.boolean(),
  /** Of a paying account: how its bank takes files; null where nothing is set. */
  fileForm: z.enum(fileForms).nullable(),
  /** Among the items with the same upper value: where 上移 and 下移 change nothing. */
  isFirst: z.boolean(),
  isLast: z.boolean(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
})
export type DictionaryRow = z.infer<typeof dictionaryItem>

const saved = z.object({ id: z.number().int(), rowVersion: z.number().int() })

const dictionaryFields = {
  type: dictionaryType,
  name: line().min(1, 'rules.required').max(dictionaryLimits.name),
}

export const configuration = {
  /** Every entry of the tenant's menu, siblings in their order, and the roles that there are. */
  menus: read({
    method: 'POST',
    path: '/biz/configuration/menu/list',
    access: ['menu:manage'],
    of: ['menu', 'role'],
    input: z.object({}),
    output: z.object({
      entries: z.array(menuEntry),
      roles: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  }),
  /**
   * 保存 of a new entry (without `id`, at the end of `parentId` or behind the sibling `after`) or of one that is there,
   * which keeps its place. 400 at `url` for an address that another entry has; 409 stale; 422 for a place that cannot
   * be, and for what would take the caller's own way to 菜单管理.
   */
  saveMenu: write({
    method: 'POST',
    path: '/biz/configuration/menu/save',
    access: ['menu:manage'],
    writes: { on: 'menu', id: 'id', action: 'configuration.saveMenu' },
    input: z.object({
      id: id().optional(),
      parentId: id().optional(),
      after: id().optional(),
      ...menuFields,
    }),
    output: saved,
  }),
  /** Puts an entry at a place among the children of another, or among the top entries; `at` counts from 0. */
  moveMenu: write({
    method: 'POST',
    path: '/biz/configuration/menu/move',
    access: ['menu:manage'],
    writes: { on: 'menu', id: 'id', action: 'configuration.moveMenu' },
    input: z.object({ id: id(), parentId: id().optional(), at: int(0, 10_000) }),
    output: saved,
  }),
  /** 删除 of an entry that has none below it. */
  removeMenu: write({
    method: 'POST',
    path: '/biz/configuration/menu/remove',
    access: ['menu:manage'],
    writes: { on: 'menu', id: 'id', action: 'configuration.removeMenu' },
    input: z.object({ id: id() }),
    output: done,
  }),

  /** Every dictionary: the product's own, whose names are in the catalogue, and the tenant's. */
  dictionaries: read({
    method: 'POST',
    path: '/biz/configuration/dictionary/list',
    access: ['dict:manage'],
    of: ['dictionary', 'dictionaryItem'],
    input: z.object({}),
    output: z.array(
      z.object({
        type: z.string(),
        /** Of the tenant's own alone. */
        name: z.string(),
        kind: z.enum(['fixed', 'open', 'own']),
        items: z.number().int(),
        rowVersion: z.number().int(),
      }),
    ),
  }),
  /** A new dictionary of the tenant's own. 400 at `type` for one that is there. */
  createDictionary: write({
    method: 'POST',
    path: '/biz/configuration/dictionary/create',
    access: ['dict:manage'],
    writes: { on: 'dictionary', action: 'configuration.saveDictionary' },
    input: z.object(dictionaryFields),
    output: done,
  }),
  /** Another name for one of the tenant's own. */
  saveDictionary: write({
    method: 'POST',
    path: '/biz/configuration/dictionary/save',
    access: ['dict:manage'],
    writes: { on: 'dictionary', id: 'type', action: 'configuration.saveDictionary' },
    input: z.object(dictionaryFields),
    output: done,
  }),
  /** 删除 of one of the tenant's own, with its items. */
  removeDictionary: write({
    method: 'POST',
    path: '/biz/configuration/dictionary/remove',
    access: ['dict:manage'],
    writes: { on: 'dictionary', id: 'type', action: 'configuration.removeDictionary' },
    input: z.object({ type: dictionaryType }),
    output: done,
  }),
  /** The items of one dictionary, by `sort` in the order that forms show them; `q` is a part of code or label. */
  dictionaryItems: read({
    method: 'POST',
    path: '/biz/configuration/dictionary/items',
    access: ['dict:manage'],
    of: ['dictionaryItem'],
    input: z.object({
      ...listInput('sort:asc', 'code', 'label', 'updatedAt'),
      type: dictionaryType,
      state: z.enum(['enabled', 'disabled']).optional(),
    }),
    output: page(dictionaryItem),
  }),
  /**
   * A new item (without `id`), at the end, or another label, upper value or state for one that is there: a code never
   * changes, because rows hold it. 422 where the product depends on the codes.
   */
  saveDictionaryItem: write({
    method: 'POST',
    path: '/biz/configuration/dictionary/saveItem',
    access: ['dict:manage'],
    writes: { on: 'dictionaryItem', id: 'id', action: 'configuration.saveDictionaryItem' },
    input: z.object({
      id: id().optional(),
      type: dictionaryType,
      code: dictionaryCode,
      label: line().min(1, 'rules.required').max(dictionaryLimits.label),
      parentCode: z.union([z.literal(''), dictionaryCode]).default(''),
      enabled: flag(),
      /** Of paying accounts alone. Left out, it stays. */
      fileForm: z.enum(fileForms).optional(),
    }),
    output: saved,
  }),
  /** Moves an item before or behind its neighbour among those with the same upper value. */
  moveDictionaryItem: write({
    method: 'POST',
    path: '/biz/configuration/dictionary/moveItem',
    access: ['dict:manage'],
    writes: { on: 'dictionaryItem', id: 'id', action: 'configuration.moveDictionaryItem' },
    input: z.object({ id: id(), to: z.enum(['first', 'up', 'down', 'last']) }),
    output: done,
  }),
}
