// Written by `npm run generate` from contracts/openapi. Do not edit.
export interface paths {
    "/api/scim/v2/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The resources are not specified. */
                resource: components["parameters"]["scimResource"];
            };
            cookie?: never;
        };
        /** Read something that SCIM serves */
        get: operations["probeScim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["apiKeyId"];
            };
            cookie?: never;
        };
        /** Read an API key */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /** Delete an API key */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the app configuration */
        get: operations["getAppConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-theme": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the app theme */
        get: operations["getAppTheme"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deployments */
        get: operations["listDeployments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Change some settings of a deployment */
        put: operations["updateDeployment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/agent-defaults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** Read which agent a deployment starts with */
        get: operations["getAgentDefaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/agent-suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List starter prompts of the agents that the caller can use */
        get: operations["listAgentSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/dashboard-exports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start the export of a dashboard */
        post: operations["startDashboardExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                jobId: components["parameters"]["exportJobId"];
            };
            cookie?: never;
        };
        /** Read how far an export is */
        get: operations["getDashboardExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                jobId: components["parameters"]["exportJobId"];
            };
            cookie?: never;
        };
        /** Download the file of a finished export */
        get: operations["downloadDashboardExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                embedTenantName: components["parameters"]["embedTenantName"];
            };
            cookie?: never;
        };
        /** List the workbooks that an embed tenant reaches */
        get: operations["listEmbedTenantWorkbooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List the environments of a deployment */
        get: operations["listEnvironments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                environmentId: components["parameters"]["environmentId"];
            };
            cookie?: never;
        };
        /** List the caller's own tokens of an environment */
        get: operations["listEnvironmentTokens"];
        put?: never;
        /** Mint a token for an environment */
        post: operations["createEnvironmentToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                environmentId: components["parameters"]["environmentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mint a token that reads metadata */
        post: operations["createMetaSyncToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataSourceName: components["parameters"]["dataSourceName"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** Read the integration of a data source */
        get: operations["getMetricViewIntegration"];
        /** Create or change the integration of a data source */
        put: operations["putMetricViewIntegration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a preview of a metric-view publication */
        post: operations["startMetricViewPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                previewId: components["parameters"]["previewId"];
            };
            cookie?: never;
        };
        /** Read the status of a preview */
        get: operations["getMetricViewPreview"];
        put?: never;
        post?: never;
        /** Cancel a preview */
        delete: operations["cancelMetricViewPreview"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}/result": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                previewId: components["parameters"]["previewId"];
            };
            cookie?: never;
        };
        /** Read the result of a preview */
        get: operations["getMetricViewPreviewResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/report-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List the report deliveries of a deployment */
        get: operations["listReportDeliveries"];
        put?: never;
        /** Create a report delivery */
        post: operations["createReportDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** Read a report delivery */
        get: operations["getReportDelivery"];
        /** Update a report delivery */
        put: operations["updateReportDelivery"];
        post?: never;
        /** Delete a report delivery */
        delete: operations["deleteReportDelivery"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause a report delivery */
        post: operations["pauseReportDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a paused report delivery */
        post: operations["resumeReportDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a report delivery now */
        post: operations["runReportDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List the runs of a report delivery */
        get: operations["listReportDeliveryRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List the reports of a deployment */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/reports/{reportId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Update a report or move it to another parent */
        put: operations["updateReport"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Place a report in an external spreadsheet */
        put: operations["connectReportToWorkbook"];
        post?: never;
        /** Take a report out of an external spreadsheet */
        delete: operations["disconnectReportFromWorkbook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/reports/{reportId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        /** Read a report's definition as text */
        get: operations["getReportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Replace text of a report's definition */
        patch: operations["patchReportFile"];
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Refresh one placement of a report */
        put: operations["refreshReport"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/scheduled-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List the scheduled tasks of a deployment */
        get: operations["listScheduledTasks"];
        put?: never;
        /** Create a scheduled task */
        post: operations["createScheduledTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        /** Read a scheduled task */
        get: operations["getScheduledTask"];
        /** Update a scheduled task */
        put: operations["updateScheduledTask"];
        post?: never;
        /** Delete a scheduled task */
        delete: operations["deleteScheduledTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a scheduled task now */
        post: operations["runScheduledTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        /** List the latest runs of a scheduled task */
        get: operations["listScheduledTaskRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** Read the settings of a deployment */
        get: operations["getDeploymentSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/transform-sync": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List past and present syncs of a deployment */
        get: operations["listTransformSyncs"];
        put?: never;
        /** Start a sync from the data-transformation tool */
        post: operations["startTransformSync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        /** Read the status of a sync */
        get: operations["getTransformSync"];
        put?: never;
        post?: never;
        /** Cancel a sync */
        delete: operations["cancelTransformSync"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        /** List the files that an uncommitted sync made */
        get: operations["listGeneratedFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        /** Read the logs of a sync */
        get: operations["getTransformSyncLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        /** Read the result of a sync */
        get: operations["getTransformSyncResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** List the versions that a deployment can switch to */
        get: operations["listDeploymentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tie a chat thread to an AI widget of a dashboard */
        post: operations["createAiWidgetThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        /** Read a dashboard's draft as text */
        get: operations["getDashboardFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Replace text of a dashboard's draft */
        patch: operations["patchDashboardFile"];
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Duplicate a workbook */
        post: operations["duplicateWorkbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/promotion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        /** Read the promotion of a workbook */
        get: operations["getPromotion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/promotion-links": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        /** List what a workbook is linked to by promotion */
        get: operations["listPromotionLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/promotion-previews": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview the promotion of a workbook to another deployment */
        post: operations["previewPromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        /** List the promotions of a workbook */
        get: operations["listPromotions"];
        put?: never;
        /** Apply a promotion that was previewed */
        post: operations["applyPromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a workbook's dashboard */
        post: operations["publishWorkbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a token for a deployment */
        post: operations["createDeploymentToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embed-tenants/{embedTenantName}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                embedTenantName: components["parameters"]["embedTenantName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an embed tenant */
        delete: operations["deleteEmbedTenant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embed/dashboard/{publicId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        /** List the comment threads of a dashboard */
        get: operations["listDashboardComments"];
        put?: never;
        /** Start a thread on a dashboard or reply to one */
        post: operations["createDashboardComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embed/dashboard/{publicId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                commentId: components["parameters"]["commentId"];
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a comment softly */
        delete: operations["deleteDashboardComment"];
        options?: never;
        head?: never;
        /** Edit a comment */
        patch: operations["updateDashboardComment"];
        trace?: never;
    };
    "/api/v1/embed/dashboard/{publicId}/comments/{commentId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                commentId: components["parameters"]["commentId"];
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resolve a thread or re-open it */
        post: operations["resolveDashboardComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embed/dashboard/{publicId}/comments/mentionable-users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        /** List the users whom a comment can mention */
        get: operations["listMentionableUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embed/generate-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request an embed session */
        post: operations["generateEmbedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embed/session/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an embed session */
        post: operations["revokeEmbedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/embed/session/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange an embed session for a token */
        post: operations["exchangeEmbedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-documents/{externalWorkbookId}/placements": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalWorkbookId: string;
            };
            cookie?: never;
        };
        /** List what is placed in an external spreadsheet, across all deployments */
        get: operations["listPlacements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oidc-token-configs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /** Read an OIDC token config */
        get: operations["getOidcTokenConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/{accountName}/agents/{agentId}/chat/stream-chat-state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountName: components["parameters"]["accountName"];
                agentId: components["parameters"]["agentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stream a conversation with an agent */
        post: operations["streamChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List custom roles */
        get: operations["listRoles"];
        put?: never;
        /** Create a custom role */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
            };
            cookie?: never;
        };
        /** Read a custom role */
        get: operations["getRole"];
        /** Update a custom role */
        put: operations["updateRole"];
        post?: never;
        /** Remove a custom role */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{roleId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
            };
            cookie?: never;
        };
        /** List the users who hold a role */
        get: operations["listRoleHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{roleId}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
                userId: components["parameters"]["holderId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Grant a role to a user */
        put: operations["grantRole"];
        post?: never;
        /** Revoke a role that a user holds directly */
        delete: operations["revokeRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spec": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the tenant's own OpenAPI document */
        get: operations["getSpec"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage-analytics/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a usage-analytics token */
        post: operations["createUsageAnalyticsToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string | number;
            };
            cookie?: never;
        };
        /** List the roles that a user holds */
        get: operations["listUserRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the caller's own user */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Merge a change into the caller's settings */
        patch: operations["updateMySettings"];
        trace?: never;
    };
    "/build/api/v1/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a deployment */
        post: operations["createDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/build/api/v1/deployments/{deploymentId}/branches": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a branch of a deployment */
        delete: operations["deleteBranch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/build/api/v1/deployments/{deploymentId}/branches/staging-environment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Enable or disable the staging environment of a branch */
        put: operations["setStagingEnvironment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/build/api/v1/deployments/{deploymentId}/data-model/validate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        /** Compile the data model and tell its errors */
        get: operations["validateDataModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/build/api/v1/deployments/{deploymentId}/dev-mode": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enter dev mode on a branch */
        post: operations["enterDevMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cubesql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run an SQL query */
        post: operations["coreDataSql"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a query */
        post: operations["coreDataLoad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the metadata */
        get: operations["coreDataMeta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        Action: "All" | "DeploymentsManage" | "DeploymentCreate" | "DeploymentRead" | "DeploymentUpdate" | "DeploymentDelete" | "SecretsManage" | "DownloadData" | "PlaygroundRead" | "SchemaRead" | "SchemaUpdate" | "SchemaUpdateDevBranches" | "APMRead" | "ChatHistoryRead" | "PreAggregationRead" | "PreAggregationBuild" | "AlertsCreate" | "AlertsRead" | "AlertsUpdate" | "AlertsDelete" | "AuditLogManage" | "BillingRead" | "SqlRunnerRead" | "DataAssetsRead" | "DataAssetsManage" | "PlatformNetworkConnect" | "ReportRead" | "ReportEdit" | "ReportManage" | "WorkbookManage" | "WorkbookRead" | "WorkbookEdit" | "ChatThreadRead" | "AgentManage" | "AgentRead" | "AgentSpaceManage" | "AgentAdmin" | "DeploymentAgentRead" | "ScheduledTasksCreate" | "ScheduledTaskRead" | "OAuthIntegrationsManage" | "OAuthIntegrationsIssueTokens" | "McpToolsManage" | "AIBIDevelop" | "AIBIExplore" | "AIBIView" | "ChartPalettesManage" | "DashboardThemesManage" | "AIBIDeveloper" | "AIBIUser" | "AIBIViewer" | "EmbedDeploymentRead" | "EmbedDashboardRead" | "FolderRead" | "FolderEdit" | "FolderManage" | "ScheduledTasksRead" | "ScheduledTasksManage";
        AgentDefaults: {
            autoAgentEnabled?: boolean;
            defaultAgentId?: string | null;
        };
        AgentSuggestionsResponse: {
            items?: ({
                agentId?: string | number | null;
            } | string)[];
        } | unknown[];
        AiWidgetThreadInput: {
            /** @description Its type is not specified. */
            checksum?: unknown;
            threadId: string | number;
            widgetId: string | number;
        };
        ApiKey: {
            id?: string | number | null;
            /** @description Only in the response to the creation. */
            token?: null;
        };
        /** @description The members of a new key are not specified. */
        ApiKeyCreateBody: Record<string, never>;
        /** @description The place of the elements is not specified. */
        ApiKeyList: {
            items?: components["schemas"]["ListedApiKey"][];
        } | unknown[];
        /** @description Fields are named without types, and any of them may be null. */
        AppConfig: {
            aiPaywalled?: unknown;
            applyThemeGlobally?: unknown;
            appTheme?: unknown;
            creatorMode?: unknown;
            dashboardAppsEnabled?: unknown;
            embedding?: unknown;
            restrictDataDownload?: unknown;
            sheetsAgentChatEnabled?: unknown;
            timezoneSettings?: unknown;
        };
        /** @description Members are named without types, and any of them may be null. */
        AppTheme: {
            /** @deprecated */
            dark?: unknown;
            /** @deprecated */
            light?: unknown;
            logoUrl?: unknown;
            palette?: unknown;
        };
        /** @description Which members a tenant requires is not specified. */
        ConnectReportToWorkbookInput: {
            addressOnly?: boolean;
            anchorCell?: string;
            endResultCell?: string;
            externalWorkbookId?: string;
            host?: string;
            placementId?: string | number;
            resultChecksum?: components["schemas"]["ResultChecksumInput"];
            resultLocation?: string;
            sheetId?: string | number;
            sheetName?: string;
            workbookName?: string;
        };
        CreatedApiKey: {
            id?: string | number | null;
            token: string;
        };
        CreatedDeployment: {
            id?: number | string | null;
        } | number | string;
        CreatedDeploymentEnvironmentToken: {
            id?: string | number | null;
            scopes: string[];
            token?: string | null;
        };
        /** @description The members of a new deployment are not specified. */
        CreateDeploymentBody: Record<string, never>;
        CreateEnvironmentTokenBody: {
            expiresIn?: number;
            scopes?: string[];
            security_context?: {
                [key: string]: unknown;
            };
        };
        CreateEnvironmentTokenResponse: {
            data: components["schemas"]["CreatedDeploymentEnvironmentToken"];
        };
        CreateMetaSyncTokenBody: {
            scopes?: string[];
        };
        CreateMetaSyncTokenResponse: {
            data?: {
                scopes?: string[] | null;
            } | null;
        };
        /** @description Its members are not specified. */
        CreateReportDeliveryInput: {
            reportId?: string | number;
        };
        /** @description Creating a task may need further members, which are not specified. */
        CreateScheduledTaskInput: {
            /** @description Condition for a run. Its shape is not specified. */
            condition?: unknown;
            /** @description A cron expression that fires at most once an hour, so its minutes are a single number. */
            cron?: string;
            /** @default false */
            notificationEnabled: boolean;
            prompt: string;
            /** @description An IANA time zone. */
            timezone?: string;
        };
        /** @description Its members are not specified. */
        Dashboard: Record<string, never>;
        DashboardCommentInput: {
            /** @description The thread that is answered. Without it the comment starts a thread. */
            parentId?: string | number;
            text?: string;
        };
        /** @description The place of the threads is not specified. */
        DashboardCommentList: {
            items?: components["schemas"]["DashboardCommentThread"][];
        } | unknown[];
        DashboardCommentPatch: {
            text?: string;
        };
        DashboardCommentReply: {
            id?: string | number | null;
        };
        DashboardCommentThread: {
            id?: string | number | null;
            replies?: components["schemas"]["DashboardCommentReply"][] | null;
            /** @description Whether the thread is resolved, or when it was. Its type is not specified. */
            resolved?: unknown;
        };
        /** @description Its members are not specified. */
        DashboardExport: Record<string, never>;
        /** @description The members beyond the job id are not specified. */
        DashboardExportSubmission: {
            jobId?: string | number | null;
        };
        DashboardFile: {
            content: string;
            hash: string;
        };
        /** @description The names of the members are not specified. A tenant that replaces the complete text needs no old text. */
        DashboardFilePatch: {
            hash?: string;
            newText?: string;
            oldText?: string;
        };
        DataModelValidation: {
            errors?: unknown;
            valid?: boolean | null;
        };
        /** @description A date, or a date with a time; the specification says only that it is a date. */
        DateOrDateTime: string;
        Deployment: {
            id?: number | string | null;
        };
        /** @description The place of the cursor is not specified. */
        DeploymentPage: {
            items?: components["schemas"]["Deployment"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        DeploymentSettings: {
            cloudProvider?: unknown;
            defaultLaunchpadViewGroup?: unknown;
            launchpadTabs?: unknown;
            region?: unknown;
            releaseChannel?: unknown;
            releaseChannelVersion?: unknown;
            releaseChannelVersionHold?: unknown;
            template?: unknown;
            templateVariables?: unknown;
        } | unknown[];
        /** @description The name of the member items is specified, so it has no binding, unlike the members of other lists. */
        DeploymentsListResponse: {
            items: unknown[];
        } & components["schemas"]["DeploymentPage"];
        DeploymentTokenBody: {
            /** @description Lifetime in seconds; 24 hours where it is omitted. */
            expiresIn?: number;
        };
        DeploymentTokenResponse: {
            token?: string | null;
        };
        DeploymentUpdateBody: {
            cloudProvider?: unknown;
            defaultLaunchpadViewGroup?: unknown;
            launchpadTabs?: unknown;
            region?: unknown;
            releaseChannel?: unknown;
            /** @description One of the versions that listDeploymentVersions shows. */
            releaseChannelVersion?: unknown;
            releaseChannelVersionHold?: unknown;
            template?: unknown;
            templateVariables?: {
                [key: string]: unknown;
            };
        };
        DeploymentVersionsResponse: {
            items?: ({
                version?: unknown;
            } | string | number)[];
        } | unknown[];
        DevModeState: {
            active: boolean;
            branchName: string;
            parentBranch: string;
        };
        DisconnectReportFromWorkbookInput: components["schemas"]["PlacementById"] | components["schemas"]["PlacementByAddress"];
        DuplicateWorkbookInput: {
            shared?: boolean;
        };
        EmbedSession: {
            sessionId: string | number;
        };
        EmbedSessionToken: {
            token?: string;
        };
        EmbedTenantWorkbook: {
            id?: string | number | null;
        };
        /** @description The places of the elements and the cursor are not specified. */
        EmbedTenantWorkbookList: {
            items?: components["schemas"]["EmbedTenantWorkbook"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        EnterDevModeBody: {
            branchName?: string;
        };
        Environment: {
            id?: string | number | null;
        };
        /** @description The places of the elements and the cursor are not specified. */
        EnvironmentsListResponse: {
            items?: components["schemas"]["Environment"][];
            pageInfo?: components["schemas"]["PageInfo"];
            /** @description May be null. Its other values are not specified. */
            pagination?: unknown;
        };
        EnvironmentToken: {
            id?: string | number | null;
        };
        EnvironmentTokensResponse: {
            items?: components["schemas"]["EnvironmentToken"][];
        } | unknown[];
        ExchangeEmbedSessionInput: {
            sessionId?: string | number;
        };
        ExternalPlacement: {
            /** @enum {unknown} */
            access: "GRANTED" | "DENIED";
            reportName?: string | null;
        };
        Folder: {
            /** @description The owner. Null on a folder that is shared from the main workspace. Named without a type. */
            user?: unknown;
        };
        FolderListResponse: {
            /** @deprecated */
            count: number;
            /** @deprecated */
            data: components["schemas"]["Folder"][];
            items: components["schemas"]["Folder"][];
            pageInfo: Record<string, never>;
        };
        GeneratedFile: {
            path?: string | null;
        } | string;
        /** @description The places of the elements and the cursor are not specified. */
        GeneratedFilesListResponse: {
            items?: components["schemas"]["GeneratedFile"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        /** @description Further required members, and the shapes of the optional members, are not specified. */
        GenerateEmbedSessionInput: {
            branchName?: string;
            deploymentId?: string | number;
            embedTenantName?: string;
            embedTenantProfile?: unknown;
            externalId?: string;
            tenantGroupDefinitions?: unknown;
            tenantGroups?: unknown;
        };
        Group: {
            id?: string | number | null;
            name?: string | null;
        };
        /** @description The places of the elements and the cursor are not specified. */
        GroupList: {
            items?: components["schemas"]["Group"][];
            pageInfo?: components["schemas"]["PageInfo"];
        } | unknown[];
        ListedApiKey: {
            id?: string | number | null;
            /** @description Only in the response to the creation. */
            token?: null;
        };
        /** @description The place of the users is not specified. */
        MentionableUserList: {
            items?: unknown[];
        } | unknown[];
        MetricViewIntegration: {
            configurationVersion?: number | string | null;
        };
        MetricViewPreviewStarted: {
            previewId?: string | number | null;
        };
        MetricViewPreviewStatus: {
            status?: string | boolean | null;
        };
        /** @description Three members are specified as optional, so the others are required; whether they may be null is not specified. */
        OidcTokenConfig: {
            audience: string | null;
            audienceType: string | null;
            createdAt: components["schemas"]["DateOrDateTime"] | null;
            customClaims?: Record<string, never> | null;
            id: number | null;
            isEnabled: boolean | null;
            name: string | null;
            subFormat?: string | null;
            targetEnvVar?: string | null;
            updatedAt: components["schemas"]["DateOrDateTime"] | null;
        };
        OpenApiDocument: {
            info: {
                /** @constant */
                version: "1.0.0";
            };
            /** @constant */
            openapi: "3.1.0";
            paths: {
                [key: string]: Record<string, never>;
            };
        };
        /** @description Position of a page in a list. Cursors are opaque and may be absent or null on an empty page. */
        PageInfo: {
            endCursor?: string | null;
            hasNextPage?: boolean;
            hasPreviousPage?: boolean;
            startCursor?: string | null;
        };
        PivotItems: {
            columns?: string[] | null;
            /** @enum {unknown} */
            displayScale?: "model" | "absolute" | "thousands" | "millions" | "billions" | null;
            filters?: string[] | null;
            measures?: string[] | null;
            /** @enum {unknown} */
            measuresAxis?: "columns" | "rows" | null;
            /** @enum {unknown} */
            measuresPosition?: "before" | "after" | null;
            rows?: string[] | null;
            /** @description Named without a type. */
            showAppliedFilters?: unknown;
            /** @description Named without a type. */
            showColumnTotals?: unknown;
            /** @description Named without a type. */
            showRowTotals?: unknown;
        } | null;
        PlacementByAddress: {
            anchorCell: string;
            externalWorkbookId: string;
            sheetName: string;
        };
        PlacementById: {
            placementId: string | number;
        };
        /** @description The places of the elements and the cursor are not specified. */
        PlacementListResponse: {
            items?: components["schemas"]["ExternalPlacement"][];
            pageInfo?: components["schemas"]["PageInfo"];
        } | unknown[];
        Policy: {
            actions: string[];
            resources: string[];
            resourceType: string;
        };
        PolicyInput: {
            actions: components["schemas"]["Action"][];
            resources: string[];
            resourceType: components["schemas"]["ResourceType"];
        };
        /** @description The names of the members are not specified. */
        PromotionApplyInput: {
            /** @description Key of this promotion, where the key travels in the body. */
            idempotencyKey?: string;
            previewId?: string | number;
            sourceHash?: string;
            targetDeploymentId?: string | number;
        };
        /** @description The place of the links is not specified. */
        PromotionLinkList: {
            items?: unknown[];
        } | unknown[];
        /** @description The place of the promotions is not specified. */
        PromotionList: {
            items?: unknown[];
        } | unknown[];
        /** @description Whether the response has the hash of the source or an id of the preview, and its name, are not specified. */
        PromotionPreview: {
            previewId?: string | number | null;
            sourceHash?: string | null;
        };
        /** @description The names of the members are not specified. */
        PromotionPreviewInput: {
            targetDeploymentId?: string | number;
        };
        PublishWorkbookInput: {
            /** @description What to publish in place of the saved draft. Its shape is not specified. */
            config?: unknown;
        };
        /** @description Which members besides the expected version make an integration is not specified. */
        PutMetricViewIntegrationBody: {
            /** @description The version that the caller has read; 0 creates. Later versions may be of any kind. */
            expectedConfigurationVersion?: number | string;
        };
        RefreshReportInput: components["schemas"]["PlacementById"] | components["schemas"]["PlacementByAddress"];
        /** @description None of the members is specified as required, so each may be absent or null. */
        Report: {
            canEdit?: boolean | null;
            canManage?: boolean | null;
            createdAt?: components["schemas"]["DateOrDateTime"] | null;
            createdBy?: number | null;
            currentQueryChecksum?: string | null;
            deploymentId?: number | null;
            description?: string | null;
            endResultCell?: string | null;
            externalWorkbookId?: string | null;
            externalWorkbookPlacements?: components["schemas"]["ReportPlacement"][] | null;
            folderId?: number | null;
            id?: number | null;
            jsonQuery?: string | null;
            meta?: Record<string, never> | null;
            name?: string | null;
            pivotItems?: components["schemas"]["PivotItems"];
            publicId?: string | null;
            refreshedBy?: number | null;
            refreshedByUser?: components["schemas"]["ReportUser"];
            resultLocation?: string | null;
            rolesWithAccess?: components["schemas"]["RoleWithAccess"][] | null;
            sqlQuery?: string | null;
            title?: string | null;
            updatedAt?: components["schemas"]["DateOrDateTime"] | null;
            user?: components["schemas"]["ReportUser"];
            userId?: number | null;
            version?: number | null;
            workbookId?: number | null;
        };
        /** @description A report that is sent out on a schedule. Its members are not specified. */
        ReportDelivery: {
            id?: string | number | null;
        };
        /** @description The place of the elements is not specified. */
        ReportDeliveryList: {
            items?: components["schemas"]["ReportDelivery"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        /** @description The place of the elements is not specified. */
        ReportDeliveryRunList: {
            items?: Record<string, never>[];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        ReportFile: {
            content: string;
            hash: string;
        };
        /** @description The names of the members are not specified. A tenant that replaces the complete text needs no old text. */
        ReportFilePatch: {
            hash?: string;
            newText?: string;
            oldText?: string;
        };
        ReportListResponse: {
            /** @deprecated */
            count: number;
            /** @deprecated */
            data: components["schemas"]["Report"][];
            items: components["schemas"]["Report"][];
            pageInfo: components["schemas"]["ReportPageInfo"];
        };
        ReportPageInfo: {
            endCursor?: string | null;
            hasNextPage?: boolean | null;
            hasPreviousPage?: boolean | null;
            startCursor?: string | null;
        };
        /** @description Members without a type here are named without one. */
        ReportPlacement: {
            anchorCell?: unknown;
            endResultCell?: unknown;
            /** @description One of two values, which are not specified. */
            host?: unknown;
            id?: unknown;
            placedAt?: unknown;
            placedByUserId?: unknown;
            queryChecksum?: unknown;
            refreshedAt?: unknown;
            refreshedByUserId?: unknown;
            resultChecksum?: components["schemas"]["ResultChecksum"];
            resultLocation?: unknown;
            sheetId?: unknown;
            sheetName?: unknown;
            /** @enum {unknown} */
            syncStatus?: "UP_TO_DATE" | "CHANGED" | "UNKNOWN" | null;
            workbookId?: unknown;
            workbookName?: unknown;
        };
        /** @description Further members that can be updated, and the name of the parent, are not specified. */
        ReportUpdateBody: {
            description?: string;
            expectedVersion?: number;
            folderId?: number | null;
            name?: string;
            title?: string;
        };
        ReportUser: {
            email?: string | null;
            firstName?: string | null;
            id?: number | null;
            picture?: string | null;
        } | null;
        ResolveDashboardCommentInput: {
            resolved?: boolean;
        };
        /** @enum {string} */
        ResourceType: "Global" | "Deployment" | "Report" | "ReportFolder" | "Agent" | "AgentSpace" | "Workbook" | "Dashboard" | "Folder" | "ChatThread" | "ScheduledTask";
        ResultChecksum: {
            payload?: string | null;
        } | null;
        ResultChecksumInput: {
            payload?: string;
        };
        RevokeEmbedSessionInput: {
            sessionId: string | number;
        };
        Role: {
            description?: string | null;
            id: number;
            name: string;
            policies: components["schemas"]["Policy"][];
        };
        RoleCreateBody: {
            description?: string | null;
            name: string;
            policies?: components["schemas"]["PolicyInput"][];
        };
        /** @description A user who holds a role. It carries the full set of roles; the names of its members are not specified. */
        RoleHolder: {
            id?: string | number | null;
            /** @description The roles of the holder; that it is a list is not specified. */
            roles?: ({
                id?: string | number | null;
                name?: string | null;
            } | (string | number))[] | Record<string, never> | null;
        };
        /** @description The places of the elements and the cursor are not specified. */
        RoleHoldersListResponse: {
            items?: components["schemas"]["RoleHolder"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        /** @description The places of the elements and the cursor are not specified. */
        RolesListResponse: {
            items?: components["schemas"]["Role"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        RoleUpdateBody: {
            description?: string | null;
            name?: string;
            policies?: components["schemas"]["PolicyInput"][];
        };
        RoleWithAccess: {
            actions?: string[] | null;
            id?: number | null;
            name?: string | null;
        };
        /** @description Its members are not specified. */
        RunScheduledTaskResponse: Record<string, never>;
        /** @description A saved prompt with its schedule. Most of its members are not specified. */
        ScheduledTask: {
            /** @description Condition for a run. Its shape is not specified. */
            condition?: unknown;
            cron?: string | null;
            enabled?: boolean | string | null;
            id?: string | number | null;
            /** @description The latest check of the condition. Its shape is not specified. */
            readonly lastConditionCheck?: unknown;
            /** @description Neither its type nor its format is specified, so an epoch conforms as well. */
            nextRunAt?: components["schemas"]["DateOrDateTime"] | (number | null);
            notificationEnabled?: boolean | null;
            prompt?: string | null;
            timezone?: string | null;
            /** @description The creator. */
            userId?: string | number | null;
        };
        /** @description The places of the elements and the cursor are not specified. */
        ScheduledTaskList: {
            items?: components["schemas"]["ScheduledTask"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        /** @description One run of a task. Its members are not specified. */
        ScheduledTaskRun: {
            /** @description The chat thread that the run wrote. */
            threadId?: string | number | null;
        };
        /** @description The places of the elements and the cursor are not specified. */
        ScheduledTaskRunList: {
            items?: components["schemas"]["ScheduledTaskRun"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        StagingEnvironmentBody: {
            branchName?: string;
            enabled?: boolean;
        };
        /** @description Which dashboard is exported, and how. The member that names the dashboard is not specified. */
        StartDashboardExportInput: {
            dashboardPublicId?: string | number;
            /** @enum {string} */
            format?: "png" | "pdf";
            /**
             * @default screenshot
             * @enum {string}
             */
            layout: "screenshot" | "print";
            /** @description A console or an embed subject, for administrators. Its shape is not specified. */
            renderAs?: unknown;
        };
        /** @description The members that start a preview are not specified. */
        StartMetricViewPreviewBody: {
            dataSourceName?: string;
        };
        StartTransformSyncBody: {
            branchName?: string;
            /** @description The manifest that the tool generated from its project. Its shape is not specified. */
            manifest?: unknown;
            /**
             * @description branch where it is left out.
             * @enum {string}
             */
            output?: "branch" | "files";
            ref?: string;
            /** @enum {string} */
            source?: "git" | "manifest";
        };
        TransformSyncEntry: {
            status?: string | null;
            syncJobId?: string | number | null;
            trigger?: string | null;
        };
        /** @description The places of the elements and the cursor are not specified. */
        TransformSyncListResponse: {
            items?: components["schemas"]["TransformSyncEntry"][];
            pageInfo?: components["schemas"]["PageInfo"];
        };
        TransformSyncStarted: {
            branchName: string;
            syncJobId: string | number;
            workflowId: string | number;
        };
        TransformSyncStatus: {
            status?: string | null;
        };
        /** @description Its members are not specified. */
        UpdateReportDeliveryInput: Record<string, never>;
        UpdateScheduledTaskInput: {
            /** @description Condition for a run, or null to remove the condition. Its shape is not specified. */
            condition?: unknown;
            /** @description A cron expression that fires at most once an hour, so its minutes are a single number. */
            cron?: string;
            notificationEnabled?: boolean;
            prompt?: string;
            /** @description An IANA time zone. */
            timezone?: string;
        };
        UsageAnalyticsToken: {
            /** @description A point in time as text, or as seconds or milliseconds since 1970. */
            expiresAt: components["schemas"]["DateOrDateTime"] | number;
            token?: string | null;
        };
        User: {
            email?: string | null;
            id?: string | number | null;
            settings?: Record<string, never> | null;
            /** @description Named without a type. */
            userPolicies?: unknown;
        };
        /** @description The places of the elements and the cursor are not specified. */
        UserList: {
            items?: components["schemas"]["User"][];
            pageInfo?: components["schemas"]["PageInfo"];
        } | unknown[];
        UserRole: {
            /** @description Whether the user holds the role directly. Its type is not specified. */
            direct: unknown;
            /** @description The groups through which the user holds the role. Their type is not specified. */
            groupIds: unknown;
            id?: string | number | null;
        };
        UserRolesResponse: {
            /** @description Its type is not specified. */
            isAdmin: unknown;
            roles?: components["schemas"]["UserRole"][] | null;
        };
        /** @description Omitted settings keep their values. Other settings are not specified. */
        UserSettingsInput: {
            /**
             * @deprecated
             * @description Ignored.
             */
            lastSeenChangelogId?: unknown;
            sheets?: Record<string, never> | null;
        };
    };
    responses: {
        /** @description The credential is valid and does not authorize this request. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is refused for a reason without a specified status. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The credential is missing, malformed or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        accountName: string;
        /** @description Cursor of the element before the page. */
        after: string;
        agentId: string | number;
        apiKeyId: string | number;
        commentId: string | number;
        /** @description Public id of a dashboard. */
        dashboardPublicId: string;
        dataSourceName: string;
        deliveryId: string | number;
        deploymentId: number;
        embedTenantName: string;
        environmentId: string | number;
        exportJobId: string | number;
        /** @description Page size. */
        first: number;
        holderId: string | number;
        previewId: string | number;
        reportId: number;
        roleId: number;
        /** @description The resources are not specified. */
        scimResource: string;
        syncJobId: string | number;
        taskId: string | number;
        /** @description Text to find anywhere in a member, ignoring case. Which members are searched is not specified. */
        userSearch: string;
        workbookId: string | number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    probeScim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The resources are not specified. */
                resource: components["parameters"]["scimResource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response of SCIM is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API keys. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreateBody"];
            };
        };
        responses: {
            /** @description The key that was created, with the token that is shown this once. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["apiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key without its token. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["apiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is deleted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getAppConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConfig"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getAppTheme: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The theme. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppTheme"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listDeployments: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. */
                first?: components["parameters"]["first"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deployments in items. The place of the cursor is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentsListResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    updateDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentUpdateBody"];
            };
        };
        responses: {
            /** @description The settings are changed. The content of the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getAgentDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The default agent and whether agents are chosen automatically. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDefaults"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listAgentSuggestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompts. Their arrangement is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSuggestionsResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    startDashboardExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartDashboardExportInput"];
            };
        };
        responses: {
            /** @description The job is submitted. The file is made later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardExportSubmission"];
                };
            };
            "4XX": components["responses"]["Refused"];
            /** @description The layout is print and the format is not pdf. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getDashboardExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                jobId: components["parameters"]["exportJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the job. Its members and its values are not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardExport"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    downloadDashboardExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                jobId: components["parameters"]["exportJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as a stream. Its media type is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listEmbedTenantWorkbooks: {
        parameters: {
            query?: {
                /** @description The way in which the tenant can access a workbook. */
                accessSource?: "tenant" | "allEmbedUsers" | "folder";
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. The name of the parameter is not specified. */
                first?: number;
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                embedTenantName: components["parameters"]["embedTenantName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workbooks. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbedTenantWorkbookList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listEnvironments: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. The name of the parameter is not specified. */
                first?: number;
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of environments. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentsListResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listEnvironmentTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                environmentId: components["parameters"]["environmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens. Their arrangement is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentTokensResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            /** @description The request comes from an embed session, or from a key that is scoped to other deployments. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createEnvironmentToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                environmentId: components["parameters"]["environmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentTokenBody"];
            };
        };
        responses: {
            /** @description The token with the scopes that were signed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateEnvironmentTokenResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            /** @description The request comes from an embed session, or from a key that is scoped to other deployments. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createMetaSyncToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                environmentId: components["parameters"]["environmentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateMetaSyncTokenBody"];
            };
        };
        responses: {
            /** @description The token. Whether the response shows what was signed, and where, is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateMetaSyncTokenResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            /** @description The request comes from an embed session, or from a key that is scoped to other deployments. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMetricViewIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataSourceName: components["parameters"]["dataSourceName"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration. Its members are not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricViewIntegration"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    putMetricViewIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataSourceName: components["parameters"]["dataSourceName"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutMetricViewIntegrationBody"];
            };
        };
        responses: {
            /** @description The integration is stored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    startMetricViewPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartMetricViewPreviewBody"];
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The preview is accepted and runs. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricViewPreviewStarted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getMetricViewPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                previewId: components["parameters"]["previewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the preview. Its members are not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricViewPreviewStatus"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    cancelMetricViewPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                previewId: components["parameters"]["previewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preview is cancelled. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getMetricViewPreviewResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                previewId: components["parameters"]["previewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. Its shape is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The preview still runs, or it ended without a result. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listReportDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries. Their place in the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportDeliveryList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createReportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReportDeliveryInput"];
            };
        };
        responses: {
            /** @description The delivery is created. The content of the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getReportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportDelivery"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    updateReportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReportDeliveryInput"];
            };
        };
        responses: {
            /** @description The delivery is updated. The content of the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    deleteReportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is deleted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    pauseReportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is paused. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    resumeReportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is resumed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    runReportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run is started. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listReportDeliveryRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: components["parameters"]["deliveryId"];
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs. Their place in the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportDeliveryRunList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. */
                after?: components["parameters"]["after"];
                /** @description Only the readable reports of the deployment that are placed in this external spreadsheet. */
                externalWorkbookId?: string;
                /** @description Page size. */
                first?: number;
                /** @description Only the reports of this folder. The type of the filter is not specified. */
                folderId?: number | string;
                /** @description Text to find. Which members are searched is not specified. */
                search?: string;
                /** @description What the list is sorted by. There are no cursor pages when it is lastViewedAt. */
                sortBy?: "name" | "createdAt" | "updatedAt" | "lastViewedAt";
                /** @description The direction of the sort. The name of the parameter is not specified. */
                sortDirection?: "ASC" | "DESC";
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The reports that the caller may read, or a page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    updateReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportUpdateBody"];
            };
        };
        responses: {
            /** @description The report is updated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            /** @description The name or the title is too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** @description The caller may not update the report or not move it there. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The stored version differs from the expected one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    connectReportToWorkbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectReportToWorkbookInput"];
            };
        };
        responses: {
            /** @description The report that was placed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    disconnectReportFromWorkbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisconnectReportFromWorkbookInput"];
            };
        };
        responses: {
            /** @description The placement is gone. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getReportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definition and its hash. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportFile"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    patchReportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportFilePatch"];
            };
        };
        responses: {
            /** @description The text is replaced. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    refreshReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                reportId: components["parameters"]["reportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshReportInput"];
            };
        };
        responses: {
            /** @description The placement is refreshed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listScheduledTasks: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. */
                first?: components["parameters"]["first"];
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tasks, or every task where the request has no page size. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledTaskList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createScheduledTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduledTaskInput"];
            };
        };
        responses: {
            /** @description The task is created. The content of the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            /** @description The cron or the time zone is bad. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The user has 20 active tasks. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getScheduledTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledTask"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    updateScheduledTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScheduledTaskInput"];
            };
        };
        responses: {
            /** @description The task is updated. The content of the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            /** @description The cron or the time zone is bad. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    deleteScheduledTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task is deleted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    runScheduledTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run is started. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunScheduledTaskResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listScheduledTaskRuns: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. The name of the parameter is not specified. */
                first?: number;
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the 50 most recent runs. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledTaskRunList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getDeploymentSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings without the secrets. Their arrangement is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentSettings"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listTransformSyncs: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. The name of the parameter is not specified. */
                first?: number;
                status?: string;
                trigger?: string;
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of syncs. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransformSyncListResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    startTransformSync: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartTransformSyncBody"];
            };
        };
        responses: {
            /** @description The sync that was started. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransformSyncStarted"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getTransformSync: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the sync. Its members are not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransformSyncStatus"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The sync job is unknown or stale. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelTransformSync: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sync is cancelled. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The sync job is unknown or stale. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listGeneratedFiles: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. The name of the parameter is not specified. */
                first?: number;
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of files. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeneratedFilesListResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The sync job is unknown or stale, or its files have been held for an hour and dropped. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTransformSyncLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The logs. Their shape is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The sync job is unknown or stale. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTransformSyncResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                syncJobId: components["parameters"]["syncJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. Its shape is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The sync job is unknown or stale, or its files are dropped. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDeploymentVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. Their arrangement is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentVersionsResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createAiWidgetThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AiWidgetThreadInput"];
            };
        };
        responses: {
            /** @description The dashboard. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getDashboardFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft and its hash. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardFile"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    patchDashboardFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardFilePatch"];
            };
        };
        responses: {
            /** @description The text is replaced. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    duplicateWorkbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DuplicateWorkbookInput"];
            };
        };
        responses: {
            /** @description The workbook is duplicated. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getPromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The promotion. Its members are not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listPromotionLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. Their place in the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionLinkList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    previewPromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionPreviewInput"];
            };
        };
        responses: {
            /** @description What the promotion would do. The content of the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionPreview"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listPromotions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The promotions. Their place in the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    applyPromotion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Key of this promotion, where the key travels in a header. */
                "Idempotency-Key"?: string;
            };
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionApplyInput"];
            };
        };
        responses: {
            /** @description The promotion is applied, or is on its way. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    publishWorkbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
                workbookId: components["parameters"]["workbookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PublishWorkbookInput"];
            };
        };
        responses: {
            /** @description The dashboard is published. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createDeploymentToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeploymentTokenBody"];
            };
        };
        responses: {
            /** @description The token. The name of its member is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentTokenResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    deleteEmbedTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                embedTenantName: components["parameters"]["embedTenantName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The embed tenant is deleted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listDashboardComments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The threads. Their place in the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardCommentList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createDashboardComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardCommentInput"];
            };
        };
        responses: {
            /** @description The thread or the reply is created. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    deleteDashboardComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                commentId: components["parameters"]["commentId"];
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment is marked as deleted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    updateDashboardComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                commentId: components["parameters"]["commentId"];
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardCommentPatch"];
            };
        };
        responses: {
            /** @description The comment is changed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    resolveDashboardComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                commentId: components["parameters"]["commentId"];
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveDashboardCommentInput"];
            };
        };
        responses: {
            /** @description The thread is resolved or open again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listMentionableUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Public id of a dashboard. */
                publicId: components["parameters"]["dashboardPublicId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. Their place in the response is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MentionableUserList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    generateEmbedSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateEmbedSessionInput"];
            };
        };
        responses: {
            /** @description The session, unexchanged. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbedSession"];
                };
            };
            "4XX": components["responses"]["Refused"];
            /** @description The branch is not running. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** @description The key is scoped to other deployments. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The deployment has no such branch. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revokeEmbedSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeEmbedSessionInput"];
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The session is revoked, whatever its state was. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    exchangeEmbedSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeEmbedSessionInput"];
            };
        };
        responses: {
            /** @description The token of the session. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbedSessionToken"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listPlacements: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. */
                after?: components["parameters"]["after"];
                /** @description Page size. */
                first?: components["parameters"]["first"];
            };
            header?: never;
            path: {
                externalWorkbookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of placements. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacementListResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            /** @description The spreadsheet holds more than 500 placed explorations or 2000 placements. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. */
                after?: components["parameters"]["after"];
                /** @description Page size. */
                first?: components["parameters"]["first"];
                /** @description Text to find anywhere in a member, ignoring case. Which members are searched is not specified. */
                search?: components["parameters"]["userSearch"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    getOidcTokenConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The config. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcTokenConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
        };
    };
    streamChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountName: components["parameters"]["accountName"];
                agentId: components["parameters"]["agentId"];
            };
            cookie?: never;
        };
        /** @description The shape of the message is not specified. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The conversation, streamed. The format of the stream is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. */
                after?: components["parameters"]["after"];
                /** @description Page size. */
                first?: components["parameters"]["first"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of custom roles. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolesListResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleCreateBody"];
            };
        };
        responses: {
            /** @description The role that was created. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            "4XX": components["responses"]["Refused"];
            /** @description A policy is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Another role has that name. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No custom role has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RoleUpdateBody"];
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The role after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            /** @description A null name or null policies, a built-in role's name, or an invalid policy. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No custom role has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Another role has that name. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role is removed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No custom role has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRoleHolders: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. The name of the parameter is not specified. */
                after?: string;
                /** @description Page size. The name of the parameter is not specified. */
                first?: number;
            };
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the users who hold the role. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleHoldersListResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No role has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    grantRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
                userId: components["parameters"]["holderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user holds the role. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No role has that id, or it is that of the built-in Admin role. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revokeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roleId: components["parameters"]["roleId"];
                userId: components["parameters"]["holderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user no longer holds the role directly. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No role has that id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSpec: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, in JSON or in YAML; which of the usual media types it has is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                    "application/openapi+json": components["schemas"]["OpenApiDocument"];
                    "application/openapi+yaml": components["schemas"]["OpenApiDocument"];
                    "application/vnd.oai.openapi": components["schemas"]["OpenApiDocument"];
                    "application/vnd.oai.openapi+json": components["schemas"]["OpenApiDocument"];
                    "application/vnd.oai.openapi+yaml": components["schemas"]["OpenApiDocument"];
                    "application/x-yaml": components["schemas"]["OpenApiDocument"];
                    "application/yaml": components["schemas"]["OpenApiDocument"];
                    "text/plain": components["schemas"]["OpenApiDocument"];
                    "text/x-yaml": components["schemas"]["OpenApiDocument"];
                    "text/yaml": components["schemas"]["OpenApiDocument"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createUsageAnalyticsToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A token that holds for an hour. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageAnalyticsToken"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Cursor of the element before the page. */
                after?: components["parameters"]["after"];
                /** @description Page size. */
                first?: components["parameters"]["first"];
                /** @description Text to find anywhere in a member, ignoring case. Which members are searched is not specified. */
                search?: components["parameters"]["userSearch"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. The place of the elements is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    listUserRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every role of the user. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserRolesResponse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user whom the credential belongs to. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    updateMySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserSettingsInput"];
            };
        };
        responses: {
            /** @description The change is merged. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDeploymentBody"];
            };
        };
        responses: {
            /** @description The id of the new deployment. The name of its member is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedDeployment"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    deleteBranch: {
        parameters: {
            query: {
                branchName: string;
                removeOnUpstream?: boolean;
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The branch is deleted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    setStagingEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StagingEnvironmentBody"];
            };
        };
        responses: {
            /** @description The staging environment is enabled or disabled. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    validateDataModel: {
        parameters: {
            query?: {
                branchName?: string;
            };
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data model compiles. The status is specified for compile errors only. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            /** @description The findings of the compiler; valid is false where there are compile errors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataModelValidation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    enterDevMode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deploymentId: components["parameters"]["deploymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnterDevModeBody"];
            };
        };
        responses: {
            /** @description Dev mode after the switch. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevModeState"];
                };
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    coreDataSql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The shape of the query is not specified. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The query's result. Its shape is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    coreDataLoad: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The shape of the query is not specified. */
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The query's result. Its shape is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
    coreDataMeta: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. Its shape is not specified. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
        };
    };
}
