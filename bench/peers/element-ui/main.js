import ElementUI from 'element-ui'
import 'element-ui/lib/theme-chalk/index.css'
import Vue from 'vue'
import { rows } from './rows.js'

// As vue-element-admin and RuoYi-Vue start: the whole library registered.
Vue.use(ElementUI)
new Vue({
  render: (h) =>
    h('el-container', [
      h('el-header', [h('h1', '汽车金融管理系统')]),
      h('el-main', [
        h('el-table', { props: { data: rows } }, [
          h('el-table-column', { props: { prop: 'no', label: '编号' } }),
          h('el-table-column', { props: { prop: 'name', label: '姓名' } }),
          h('el-table-column', { props: { prop: 'amount', label: '金额' } }),
        ]),
      ]),
    ]),
}).$mount('#app')
