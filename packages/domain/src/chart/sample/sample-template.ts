import type { ChartTemplate } from '../chart-template.ts';
import { helmIgnore } from '../shared/helm-ignore.ts';
import { helpersTpl } from '../shared/helpers-tpl.ts';
import { serviceAccount } from '../shared/service-account.ts';
import { sampleConfigMap } from './sample-config-map.ts';
import { sampleIngress } from './sample-ingress.ts';
import { sampleNotes } from './sample-notes.ts';
import { sampleValues } from './sample-values.ts';
import { toWorkloadDeployment, toWorkloadService } from './sample-workload.ts';

const chartYaml = `apiVersion: v2
name: <CHARTNAME>
description: A small web shop, a storefront and the catalog behind it
type: application
version: 0.3.0
appVersion: "2.4.1"
kubeVersion: ">=1.28.0-0"
`;

/** The storefront's URL of the catalog. */
const catalogUrl = `          env:
            - name: CATALOG_URL
              value: "http://{{ include "<CHARTNAME>.fullname" $ }}-catalog:{{ $.Values.catalog.service.port }}"
`;

/** A small web shop of two workloads, the demo chart of the product. */
export const sampleTemplate: ChartTemplate = {
  '.helmignore': helmIgnore,
  'Chart.yaml': chartYaml,
  'values.yaml': sampleValues,
  'templates/NOTES.txt': sampleNotes,
  'templates/_helpers.tpl': helpersTpl,
  'templates/catalog-deployment.yaml': toWorkloadDeployment('catalog'),
  'templates/catalog-service.yaml': toWorkloadService('catalog'),
  'templates/configmap.yaml': sampleConfigMap,
  'templates/ingress.yaml': sampleIngress,
  'templates/serviceaccount.yaml': serviceAccount,
  'templates/storefront-deployment.yaml': toWorkloadDeployment('storefront', catalogUrl),
  'templates/storefront-service.yaml': toWorkloadService('storefront'),
};
