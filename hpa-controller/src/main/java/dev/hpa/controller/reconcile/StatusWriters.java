package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonStream;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import java.io.IOException;
import java.io.InputStream;

/** Status writers. */
public final class StatusWriters {

  private StatusWriters() {}

  /** Writes to an API server, with a PUT of the whole object to the status subresource. */
  public static StatusWriter to(KubernetesApi api) {
    return hpa -> {
      String name = hpa.metadata().nameOrEmpty();
      String path =
          "/apis/autoscaling/v2/namespaces/"
              + ApiRequest.segment(String.valueOf(hpa.metadata().namespace()))
              + "/horizontalpodautoscalers/"
              + ApiRequest.segment(name)
              + "/status";
      ApiRequest.Subject subject =
          new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", name);
      HorizontalPodAutoscaler sent =
          hpa.withMetadata(hpa.metadata().copy().managedFields(null).build());
      return api.call(
          ApiRequest.put(path, subject, Json.write(sent), ApiRequest.ResponseFormat.TYPED),
          StatusWriters::revision);
    };
  }

  /** Reads only the resource version of the returned object. */
  private static String revision(InputStream written) throws IOException {
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
