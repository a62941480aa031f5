import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { needs } from '../../../platform/contract/field-permission.ts'
import { id, int, json, line, listInput, page } from '../../../platform/contract/wire.ts'
import { factNames, sceneCodes, sceneStages } from '../rules/risk-facts.ts'
import { comparisons, maxRules, outcomes, sceneStates } from '../rules/risk-scene.ts'
import { suggestions } from '../rules/risk-verdict.ts'

const sceneRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  sceneCode: z.string(),
  sceneName: z.string(),
  stage: z.enum(sceneStages),
  ruleCount: z.number().int(),
  version: z.number().int(),
  state: z.enum(sceneStates),
  openedAt: z.string().nullable(),
  updatedByName: z.string().nullable(),
  updatedAt: z.string(),
})
export type SceneRow = z.output<typeof sceneRow>

const points = () => int(0, 100)
/** The shape of a rule; `sceneIssues` of lib/rules says what may be wrong with one. */
const rule = z.object({
  code: line().max(12),
  name: line().max(40),
  fact: z.enum(factNames),
  compare: z.enum(comparisons),
  value: z.array(line().max(40)).max(20),
  outcome: z.enum(outcomes),
  points: z.number().int(),
})
/** A rule as it is stored: one that nobody can judge any more is shown as it stands. */
const storedRule = z.object({
  ...rule.shape,
  fact: z.string(),
  compare: z.string(),
  outcome: z.string(),
})

const sceneView = sceneRow.extend({
  rules: z.array(storedRule),
  passFrom: z.number().int().nullable(),
  rejectBelow: z.number().int().nullable(),
  /** 适用产品 by code, whatever their version; none: all of them. */
  productCodes: z.array(z.string()),
  /** The products it may be chosen from: those that were ever on offer. */
  products: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Every version of the scene, the newest first. */
  versions: z.array(sceneRow),
})
export type SceneView = z.output<typeof sceneView>

const moved = z.object({ id: z.number().int(), rowVersion: z.number().int() })
const one = z.object({ id: id() })

const suggestion = z.enum(suggestions)
const trialled = z.object({ suggestion, score: z.number().int(), hits: z.array(z.string()) })

export const riskScenes = {
  /** 场景管理: every version of every scene. */
  list: read({
    method: 'POST',
    path: '/biz/risk/scene/list',
    access: ['scene:view'],
    of: ['riskScene'],
    input: z.object({
      ...listInput('updatedAt:desc', 'version', 'openedAt'),
      stage: z.enum(sceneStages).optional(),
      state: z.enum(sceneStates).optional(),
      sceneCode: z.enum(sceneCodes).optional(),
    }),
    output: page(sceneRow),
  }),
  get: read({
    method: 'POST',
    path: '/biz/risk/scene/get',
    access: ['scene:view'],
    of: ['riskScene'],
    input: one,
    output: sceneView,
  }),
  /** A draft of the next version, with the rules of this one; 409 while the scene has another draft. */
  draft: write({
    method: 'POST',
    path: '/biz/risk/scene/draft',
    access: ['scene:save'],
    writes: { on: 'riskScene', id: 'id', anyVersion: true, makes: true, action: 'scene.draft' },
    input: one,
    output: z.object({ id: z.number().int(), version: z.number().int() }),
  }),
  /** The rules of a draft; 400 by path for what no rule can be. */
  save: write({
    method: 'POST',
    path: '/biz/risk/scene/save',
    access: ['scene:save'],
    writes: { on: 'riskScene', id: 'id', action: 'scene.save' },
    input: z.object({
      id: id(),
      passFrom: points(),
      rejectBelow: points(),
      rules: json(z.array(rule).max(maxRules)),
      productCodes: json(z.array(line().max(40)).max(200)),
    }),
    output: moved,
  }),
  /** 开启: from now on it judges; the version that did is closed. */
  open: write({
    method: 'POST',
    path: '/biz/risk/scene/open',
    access: ['scene:save'],
    writes: { on: 'riskScene', id: 'id', action: 'scene.open' },
    input: one,
    output: moved,
  }),
  /** 关闭: the stage is judged by nobody until a version is opened. */
  close: write({
    method: 'POST',
    path: '/biz/risk/scene/close',
    access: ['scene:save'],
    writes: { on: 'riskScene', id: 'id', action: 'scene.close' },
    input: one,
    output: moved,
  }),
  /** 删除草稿. */
  discard: write({
    method: 'POST',
    path: '/biz/risk/scene/discard',
    access: ['scene:save'],
    writes: { on: 'riskScene', id: 'id', action: 'scene.discard' },
    input: one,
    output: moved,
  }),
  /** 试跑: what the version would say of the newest orders of its stage, beside what was said of them. Writes nothing. */
  trial: read({
    method: 'POST',
    path: '/biz/risk/scene/trial',
    access: ['scene:save'],
    of: ['riskScene', 'order'],
    input: z.object({ id: id(), orders: int(1, 300).default(100) }),
    output: z.object({
      /** Orders that were judged, those of them by the facts that were kept, and those by facts as they are now. */
      judged: z.number().int(),
      kept: z.number().int(),
      recomputed: z.number().int(),
      /** The moves of orders between suggestions; `before` is null for an order that no scene had judged. */
      moves: z.array(z.object({ before: suggestion.nullable(), after: suggestion, count: z.number().int() })),
      /** Those whose suggestion changes, the newest first. */
      changed: needs(
        'order:internal',
        z.array(
          z.object({
            orderId: z.number().int(),
            orderNo: z.string(),
            customerName: z.string(),
            status: z.string(),
            recomputed: z.boolean(),
            before: trialled.nullable(),
            after: trialled,
          }),
        ),
      ),
      /** The number of hits of each rule, before by the decisions that were kept. */
      rules: z.array(
        z.object({ code: z.string(), name: z.string(), before: z.number().int(), after: z.number().int() }),
      ),
    }),
  }),
}
