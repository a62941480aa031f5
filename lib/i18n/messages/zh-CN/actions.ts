/**
 * Everything that the audit log says was done, beside what domains say of theirs under `names`: `actions.<code>`.
 * Events of the order machine have their words in order.ts.
 */
const actions = {
  identity: {
    login: '登录',
    logout: '退出系统',
    lock: '锁屏',
    unlock: '解锁',
    unlockRefused: '解锁失败次数过多',
    ownInfo: '修改个人信息',
    passwordChanged: '修改密码',
    passwordRefused: '修改密码被拒（原密码错误）',
    payPasswordRefused: '支付密码错误',
    firstPassword: '首次登录设置密码',
  },
  list: { export: '导出列表' },
  sensitive: { reveal: '查看明文' },
  customer: { create: '建立客户档案', update: '更新客户档案' },
  order: {
    check_duplicate: '进件查重',
    save_intake: '保存进件',
    save_entry: '保存录单',
    read_clear: '打开表单（明文）',
    tel_verify: '记录电核',
    transfer: '转交',
    condition_met: '确认放款条件',
  },
  diligence: {
    order: '发起尽调',
    assign: '分配尽调',
    resume: '重新尽调',
    read_clear: '打开尽调任务（明文）',
    save: '填写尽调',
    add_photo: '上传尽调照片',
    remove_photo: '删除尽调照片',
    submit: '提交尽调',
    accept: '确认尽调完成',
    return: '退回尽调',
    cancel: '撤销尽调',
  },
  material: { upload: '上传材料', remove: '删除材料' },
  person: { find: '按号码查找客户' },
  call: { dial: '拨打电话' },
  relation: { look: '查询关联' },
  product: {
    save: '保存产品草稿',
    revise: '修订产品',
    publish: '发布产品',
    stop: '停用产品',
    discard: '删除产品草稿',
  },
  scene: {
    draft: '新建场景草稿',
    save: '保存场景草稿',
    open: '开启场景',
    close: '关闭场景',
    discard: '删除场景草稿',
  },
  residual: { save: '保存残值', remove: '删除残值' },
  fee: { add: '保存费用', stop: '停用费用' },
  complaint: { save: '保存投诉' },
  reminder: { set: '设置提醒', cancel: '取消提醒' },
}

export default actions
