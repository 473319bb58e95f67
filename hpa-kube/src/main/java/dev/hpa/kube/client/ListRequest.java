package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request for all objects of a resource.
 *
 * @param path path of the resource over all namespaces
 * @param subject the resource, as error messages name it
 * @param fieldSelector which of the objects; empty for all
 * @param format JSON, the native content type, or the metadata of the objects
 */
public record ListRequest(
    String path,
    ApiRequest.Subject subject,
    String fieldSelector,
    ApiRequest.ResponseFormat format) {

  /**
   * A request for whole objects in JSON.
   *
   * @param path path of the resource over all namespaces
   */
  public static ListRequest of(String path, ApiRequest.Subject subject) {
    return new ListRequest(path, subject, "", ApiRequest.ResponseFormat.JSON);
  }

  /**
   * A request in the content type that the connection is configured for, or in JSON. The resource
   * must be one that {@link dev.hpa.kube.content.ContentType#PROTOBUF} reads.
   */
  public static ListRequest ofNative(String path, ApiRequest.Subject subject) {
    return new ListRequest(path, subject, "", ApiRequest.ResponseFormat.NATIVE);
  }

  /** A request for the metadata of the objects, without their other fields. */
  public static ListRequest ofMetadata(String path, ApiRequest.Subject subject) {
    return new ListRequest(path, subject, "", ApiRequest.ResponseFormat.METADATA);
  }

  /** The same of one namespace; the path is over all namespaces if it is empty. */
  ListRequest in(String namespace) {
    int resource = path.lastIndexOf('/');
    return namespace.isEmpty()
        ? this
        : new ListRequest(
            path.substring(0, resource)
                + "/namespaces/"
                + ApiRequest.segment(namespace)
                + path.substring(resource),
            subject,
            fieldSelector,
            format);
  }

  /** The same of the objects with some values of fields. */
  public ListRequest where(String selector) {
    return new ListRequest(path, subject, selector, format);
  }

  /** A request for objects with parameters of a list or watch. */
  ApiRequest with(Map<String, String> parameters) {
    Map<String, String> query = new LinkedHashMap<>(parameters);
    if (!fieldSelector.isEmpty()) {
      query.put("fieldSelector", fieldSelector);
    }
    return ApiRequest.get(path, query, subject, format);
  }
}
