export { defaultStorageQuota, requireStorage, type StorageQuota, type StorageUsage } from './storage-quota.ts';
