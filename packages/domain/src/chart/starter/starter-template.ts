import type { ChartTemplate } from '../chart-template.ts';
import { helmIgnore } from '../shared/helm-ignore.ts';
import { helpersTpl } from '../shared/helpers-tpl.ts';
import { serviceAccount } from '../shared/service-account.ts';
import { starterDeployment } from './starter-deployment.ts';
import { starterNotes } from './starter-notes.ts';
import { starterService } from './starter-service.ts';
import { starterValues } from './starter-values.ts';

const chartYaml = `apiVersion: v2
name: <CHARTNAME>
description: A Helm chart for Kubernetes
type: application
version: 0.1.0
appVersion: "1.28.0"
`;

/** A small chart to build on: one web workload that renders without a network. */
export const starterTemplate: ChartTemplate = {
  '.helmignore': helmIgnore,
  'Chart.yaml': chartYaml,
  'values.yaml': starterValues,
  'templates/NOTES.txt': starterNotes,
  'templates/_helpers.tpl': helpersTpl,
  'templates/deployment.yaml': starterDeployment,
  'templates/service.yaml': starterService,
  'templates/serviceaccount.yaml': serviceAccount,
};
