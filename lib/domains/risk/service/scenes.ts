import { aliasedTable, and, desc, eq, inArray, max, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import type { Contracts } from '../../endpoints.ts'
import { sysUser } from '../../identity/table.ts'
import { riskScenes as calls, type SceneRow, type SceneView } from '../contract/scenes.ts'
import type { SceneStage } from '../rules/risk-facts.ts'
import { type SceneState, sceneIssues } from '../rules/risk-scene.ts'
import { riskScene } from '../table.ts'
import { ruledScene, type Scene } from './run-scene.ts'
import { codesOf, idsOf, sceneProducts } from './scene-products.ts'
import { trial } from './trial.ts'

/** 场景管理: a scene's versions, of which one judges and one may be a draft. */

const list = defineList(calls.list, {
  table: riskScene,
  scope: 'tenant',
  filters: { stage: is(riskScene.stage), state: is(riskScene.status), sceneCode: is(riskScene.sceneCode) },
  search: textIn(riskScene.sceneCode, riskScene.sceneName),
  sorts: { updatedAt: riskScene.updatedAt, version: riskScene.version, openedAt: riskScene.openedAt },
  rows: readRows,
})

const editor = aliasedTable(sysUser, 'editor')

async function readRows(ids: number[]): Promise<SceneRow[]> {
  const rows = await db()
    .select({
      scene: riskScene,
      updatedByName: editor.name,
      ruleCount: sql<number>`jsonb_array_length(${riskScene.rules})`,
    })
    .from(riskScene)
    .leftJoin(editor, eq(editor.id, riskScene.updatedBy))
    .where(inArray(riskScene.id, ids))
  return rows.map(({ scene, updatedByName, ruleCount }) => ({
    id: scene.id,
    rowVersion: scene.rowVersion,
    sceneCode: scene.sceneCode,
    sceneName: scene.sceneName,
    stage: scene.stage as SceneStage,
    ruleCount,
    version: scene.version,
    state: scene.status,
    openedAt: scene.openedAt,
    updatedByName,
    updatedAt: scene.updatedAt,
  }))
}

async function get({ id }: { id: number }, call: Call): Promise<SceneView> {
  const [scene] = await db()
    .select()
    .from(riskScene)
    .where(and(eq(riskScene.id, id), eq(riskScene.tenantId, call.tenantId)))
  if (!scene) throw notFound()
  const versions = await db()
    .select({ id: riskScene.id })
    .from(riskScene)
    .where(and(eq(riskScene.sceneCode, scene.sceneCode), eq(riskScene.tenantId, call.tenantId)))
    .orderBy(desc(riskScene.version))
    .limit(50)
  const rows = await readRows([id, ...versions.map((one) => one.id)])
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound()
  return {
    ...row,
    ...ruledScene(scene),
    productCodes: await codesOf(scene),
    products: await sceneProducts(),
    versions: rows.toSorted((a, b) => b.version - a.version),
  }
}

/** @throws 409 while the scene has a draft */
async function draft(_input: object, call: Call, from: Scene) {
  const [newest] = await db()
    .select({ version: max(riskScene.version) })
    .from(riskScene)
    .where(eq(riskScene.sceneCode, from.sceneCode))
  const version = (newest?.version ?? from.version) + 1
  const { sceneCode, sceneName, stage, productIds, rules, passScore, rejectScore } = from
  const [made] = await db()
    .insert(riskScene)
    .values({
      sceneCode,
      sceneName,
      stage,
      productIds,
      rules,
      passScore,
      rejectScore,
      version,
      status: '草稿',
      createdBy: call.actor.id,
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
    })
    .onConflictDoNothing()
    .returning({ id: riskScene.id, version: riskScene.version })
  if (!made) throw taken('riskScenes.hasDraft')
  await audit({
    object: `riskScene:${made.id}`,
    after: { sceneCode, version, from: from.version },
  })
  return made
}

const requireState = (scene: Scene, ...states: readonly SceneState[]) => {
  if (!states.includes(scene.status)) throw refused(`riskScenes.is.${scene.status}`)
}

async function write(scene: Scene, call: Call, set: Partial<typeof riskScene.$inferInsert>) {
  const [written] = await db()
    .update(riskScene)
    .set({
      ...set,
      ...changedBy(riskScene, call),
    })
    .where(eq(riskScene.id, scene.id))
    .returning({ id: riskScene.id, rowVersion: riskScene.rowVersion })
  if (!written) throw new Error(`scene ${scene.id} is gone while it was locked`)
  return written
}

/** @throws 422 for a version that is no draft, 400 by path for rules that cannot be */
async function save(
  { passFrom, rejectBelow, rules, productCodes }: ParsedInputOf<typeof calls.save>,
  call: Call,
  scene: Scene,
) {
  requireState(scene, '草稿')
  const issues = sceneIssues({ passFrom, rejectBelow, rules }, scene.stage as SceneStage)
  if (Object.keys(issues).length > 0) throw badInput(issues)
  const productIds = await idsOf(productCodes)
  const saved = await write(scene, call, { passScore: passFrom, rejectScore: rejectBelow, rules, productIds })
  const { rules: before, ...scores } = ruledScene(scene)
  await audit({
    before: { ...scores, rules: before, productCodes: await codesOf(scene) },
    after: { passFrom, rejectBelow, rules, productCodes },
  })
  return saved
}

/**
 * From the next order on it judges. A closed version may be opened again: the way back.
 *
 * @throws 422 for one that is open, or has no rule or one that cannot be
 */
async function open(_input: object, call: Call, scene: Scene) {
  requireState(scene, '草稿', '关闭')
  const ruled = ruledScene(scene)
  if (ruled.rules.length === 0) throw refused('riskScenes.noRules')
  if (Object.keys(sceneIssues(ruled, scene.stage as SceneStage)).length > 0)
    throw refused('riskScenes.wrongRules')
  const [former] = await db()
    .select()
    .from(riskScene)
    .where(and(eq(riskScene.sceneCode, scene.sceneCode), eq(riskScene.status, '开启')))
    .for('update')
  if (former) await write(former, call, { status: '关闭' })
  const opened = await write(scene, call, { status: '开启', openedAt: call.now.toISOString() })
  await audit({
    before: { state: scene.status, openVersion: former?.version ?? null },
    after: { state: '开启', sceneCode: scene.sceneCode, openVersion: scene.version },
  })
  return opened
}

async function close(_input: object, call: Call, scene: Scene) {
  requireState(scene, '开启')
  const closed = await write(scene, call, { status: '关闭' })
  await audit({
    before: { state: '开启' },
    after: { state: '关闭', sceneCode: scene.sceneCode, version: scene.version },
  })
  return closed
}

/** A draft that judged nobody leaves no trace but its audit row. */
async function discard(_input: object, _call: Call, scene: Scene) {
  requireState(scene, '草稿')
  const { id, rowVersion, sceneCode, version } = scene
  await db().delete(riskScene).where(eq(riskScene.id, id))
  await audit({ before: { sceneCode, version, ...ruledScene(scene) } })
  return { id, rowVersion }
}

export const riskSceneSubject = subject({
  noun: 'riskScene',
  nameOf: ({ id }: Scene) => id,
  lock: byId(riskScene),
})

export const riskSceneHandlers: HandlersOf<Contracts['riskScenes']> = {
  list: list.page,
  get,
  draft,
  save,
  open,
  close,
  discard,
  trial,
}
