/** 风控审批: the columns and filters of its pool. */
const riskPool = {
  score: '评分',
  grade: '等级',
  suggestion: '建议',
  dti: '收入负债比',
  ltv: '融资比例',
  diligence: '尽调状态',
  diligences: { none: '未发起', open: '进行中', done: '已完成' },
  grades: { A: 'A', B: 'B', C: 'C', D: 'D', E: 'E' },
  suggestions: { 通过: '通过', 人工: '人工', 拒绝: '拒绝' },
}

export default riskPool
