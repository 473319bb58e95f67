package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;

/**
 * A request for all objects of a resource.
 *
 * @param path path of the resource over all namespaces
 * @param subject the resource, as error messages name it
 * @param limits limits of the whole list
 * @param format JSON, the native content type, or the metadata of the objects
 */
record ListRequest(
    String path, ApiRequest.Subject subject, ListLimits limits, ApiRequest.ResponseFormat format) {

  /** A request for whole objects. */
  ListRequest(String path, ApiRequest.Subject subject, ListLimits limits) {
    this(path, subject, limits, ApiRequest.ResponseFormat.JSON);
  }
}
