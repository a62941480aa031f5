import { db } from '../../platform/db/client.ts'
import type { SceneRule } from '../risk/rules/risk-scene.ts'
import { riskScene } from '../risk/table.ts'

/** The risk scenes that every tenant begins with: who may come in, and what a risk approval is told. */

const rule = (
  code: string,
  name: string,
  asks: readonly [fact: string, compare: string, ...value: string[]],
  outcome: string,
  points = 0,
): SceneRule => {
  const [fact, compare, ...value] = asks
  return { code, name, fact, compare, value, outcome, points }
}

const wholeRecord = ['name', 'mobile', 'idAddress', 'idValidTo'] as const

export const standardScenes = [
  {
    sceneCode: 'PRE_CHECK',
    sceneName: '进件准入',
    stage: 'pre',
    passScore: 80,
    rejectScore: 40,
    rules: [
      rule('R001', '年龄不在18–60周岁', ['age', 'outside', '18', '60'], 'reject'),
      rule('R002', '命中灰名单', ['greyHits', 'ge', '1'], 'manual'),
      rule('R003', '手机号被多个客户使用', ['sharedMobile', 'ge', '2'], 'flag', 20),
      rule('R004', '意向金额偏高', ['amount', 'gt', '300000.00'], 'flag', 15),
      rule('R005', '近180天被拒绝', ['refusals', 'ge', '1'], 'flag', 30),
      rule('R006', '证件即将到期', ['idDaysLeft', 'lt', '90'], 'flag', 10),
      rule('R007', '与客户档案不一致', ['differs', 'any', ...wholeRecord], 'manual'),
    ],
  },
  {
    sceneCode: 'RISK',
    sceneName: '风控决策',
    stage: 'risk',
    passScore: 70,
    rejectScore: 40,
    rules: [
      rule('R101', '命中黑名单', ['blackHits', 'ge', '1'], 'reject'),
      rule('R102', '命中灰名单', ['greyHits', 'ge', '1'], 'manual', 20),
      rule('R103', '命中白名单', ['whiteHits', 'ge', '1'], 'pass'),
      rule('R104', '关联人命中名单', ['linkedHits', 'ge', '1'], 'manual', 20),
      rule('R105', '收入负债比高于70%', ['dti', 'gt', '0.70'], 'manual', 25),
      rule('R106', '收入负债比高于50%', ['dti', 'gt', '0.50'], 'flag', 10),
      rule('R107', '融资比例高于85%', ['ltv', 'gt', '0.85'], 'flag', 10),
      rule(
        'R108',
        '超出产品限额',
        ['breaches', 'any', 'min_amount', 'max_amount', 'ltv_cap', 'total_cap', 'down_ratio_min', 'apr_cap'],
        'manual',
        20,
      ),
      rule('R109', '到期年龄超过60周岁', ['ageAtEnd', 'gt', '60'], 'flag', 10),
      rule('R110', '二手车车龄超过72个月', ['carMonths', 'gt', '72'], 'flag', 10),
      rule('R111', '车辆另有其他客户申请', ['sharedVin', 'ge', '1'], 'manual', 15),
      rule('R112', '还款卡与其他客户共用', ['sharedCard', 'ge', '1'], 'manual', 20),
      rule('R113', '手机号被多个客户使用', ['sharedMobile', 'ge', '2'], 'flag', 20),
      rule('R114', '关联人另有在途或在贷订单', ['linkedOrders', 'ge', '1'], 'flag', 10),
      rule('R115', '近180天被拒绝', ['refusals', 'ge', '1'], 'flag', 20),
      rule('R116', '与客户档案不一致', ['differs', 'any', ...wholeRecord], 'manual', 5),
      rule('R117', '多次退回', ['returns', 'ge', '3'], 'flag', 5),
    ],
  },
] as const

/** A tenant that has a scene of this code keeps its own. */
export async function seedScenes(): Promise<void> {
  for (const scene of standardScenes) {
    await db()
      .insert(riskScene)
      .values({ ...scene, rules: scene.rules, status: '开启', openedAt: new Date().toISOString() })
      .onConflictDoNothing()
  }
}
