package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonStream;
import dev.hpa.controller.cache.OwnWrites;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.ProtobufSlice;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** Status writers. */
public final class StatusWriters {

  private static final String JSON = ContentType.JSON.mediaType();

  private StatusWriters() {}

  /** Writes to an API server, with a PUT of the whole object to the status subresource, in JSON. */
  public static StatusWriter to(KubernetesApi api) {
    return hpa -> put(api, hpa, JSON, json(hpa));
  }

  /**
   * Writes to an API server, with a PUT of the whole object to the status subresource: in Protobuf
   * if the autoscaler was received in Protobuf, and otherwise in JSON.
   */
  static StatusWriter to(KubernetesApi api, OwnWrites writes) {
    return hpa -> {
      byte[] protobuf = writes.request(hpa);
      return protobuf == null
          ? put(api, hpa, JSON, json(hpa))
          : put(api, hpa, ContentType.PROTOBUF.mediaType(), protobuf);
    };
  }

  private static byte[] json(HorizontalPodAutoscaler hpa) {
    return Json.write(hpa.withMetadata(hpa.metadata().copy().managedFields(null).build()));
  }

  private static String put(
      KubernetesApi api, HorizontalPodAutoscaler hpa, String contentType, byte[] body)
      throws KubernetesApiException {
    String name = hpa.metadata().nameOrEmpty();
    String path =
        "/apis/autoscaling/v2/namespaces/"
            + ApiRequest.segment(String.valueOf(hpa.metadata().namespace()))
            + "/horizontalpodautoscalers/"
            + ApiRequest.segment(name)
            + "/status";
    ApiRequest.Subject subject =
        new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", name);
    return api.call(
        new ApiRequest(
            "PUT", path, Map.of(), subject, ApiRequest.ResponseFormat.TYPED, contentType, body),
        StatusWriters::revision);
  }

  /** Reads only the resource version of the returned object. */
  private static String revision(InputStream written) throws IOException {
    ProtobufSlice message =
        ProtobufSlice.of(
            written, HorizontalPodAutoscaler.API_VERSION, HorizontalPodAutoscaler.KIND);
    if (message != null) {
      return OwnWrites.resourceVersion(message);
    }
    StringBuilder revision = new StringBuilder();
    JsonStream.readObject(
        written,
        (name, in) -> {
          if (name.equals("metadata")) {
            in.object(
                member -> {
                  if (member.equals("resourceVersion")) {
                    revision.append(in.string());
                  } else {
                    in.skip();
                  }
                });
          } else {
            in.skip();
          }
        });
    return revision.toString();
  }
}
