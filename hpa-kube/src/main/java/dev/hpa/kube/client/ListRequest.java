package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;

/**
 * A request for all objects of a resource.
 *
 * @param path path of the resource over all namespaces
 * @param subject the resource, as error messages name it
 * @param limits limits of the whole list
 */
record ListRequest(String path, ApiRequest.Subject subject, ListLimits limits) {}
