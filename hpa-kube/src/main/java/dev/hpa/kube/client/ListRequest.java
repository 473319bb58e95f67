package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;

/**
 * What to list.
 *
 * @param path of the resource over all namespaces
 * @param limits of the whole list
 */
record ListRequest(String path, ApiRequest.Subject subject, ListLimits limits) {}
