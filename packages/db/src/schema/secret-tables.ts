export interface InstallationSecretTable {
  name: string;
  value: string;
}
