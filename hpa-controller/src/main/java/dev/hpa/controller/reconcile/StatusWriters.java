package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonStream;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.cache.OwnWrites;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.ProtobufSlice;
import dev.hpa.kube.http.MisdirectedResponseException;
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
        answer -> Written.read(answer).revisionOf(NamespacedName.of(hpa.metadata())));
  }

  /** What is read of the returned object. */
  private record Written(String namespace, String name, String resourceVersion) {

    static Written read(InputStream answer) throws IOException {
      ProtobufSlice message =
          ProtobufSlice.of(
              answer, HorizontalPodAutoscaler.API_VERSION, HorizontalPodAutoscaler.KIND);
      return message == null ? readJson(answer) : of(message.message(1));
    }

    private static Written of(ProtobufSlice metadata) throws IOException {
      return new Written(metadata.text(3), metadata.text(1), metadata.text(6));
    }

    private static Written readJson(InputStream answer) throws IOException {
      String[] texts = {"", "", ""};
      JsonStream.readObject(
          answer,
          (name, in) -> {
            if (name.equals("metadata")) {
              in.object(
                  member -> {
                    switch (member) {
                      case "namespace" -> texts[0] = in.string();
                      case "name" -> texts[1] = in.string();
                      case "resourceVersion" -> texts[2] = in.string();
                      default -> in.skip();
                    }
                  });
            } else {
              in.skip();
            }
          });
      return new Written(texts[0], texts[1], texts[2]);
    }

    String revisionOf(NamespacedName written) throws MisdirectedResponseException {
      MisdirectedResponseException.check("namespace", written.namespace(), namespace);
      MisdirectedResponseException.check("name", written.name(), name);
      return resourceVersion;
    }
  }
}
