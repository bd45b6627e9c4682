/** Files that `helm package` skips. */
export const helmIgnore = `# Files that are no part of the packaged chart.
.DS_Store
.git/
.gitignore
.idea/
.vscode/
*.bak
*.orig
*.swp
*.tmp
*~
`;
