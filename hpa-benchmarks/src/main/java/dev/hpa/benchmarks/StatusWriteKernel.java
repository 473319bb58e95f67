package dev.hpa.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.reconcile.StatusWriter;
import dev.hpa.controller.reconcile.StatusWriters;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Writes a status without network: encodes the body of the PUT and reads the resource version from
 * the response. {@link #unchanged} is the comparison that skips an unchanged status. The floor of
 * the write is the time Jackson takes to write the tree of the body and to read every token of the
 * response. Nanoseconds per status.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class StatusWriteKernel {

  private static final ObjectMapper PLAIN = new ObjectMapper();
  private static final JsonFactory JSON = PLAIN.getFactory();

  /** An autoscaler as the API server sends it, except for whitespace. */
  private static final String AUTOSCALER =
      """
      {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
       "metadata": {"name": "web", "namespace": "shop", "uid": "5f0a9a3e-90f8-4b8c-8c0e-4a8f6a1c0b77",
        "resourceVersion": "48213", "creationTimestamp": "2024-05-01T10:00:00Z",
        "labels": {"app": "web", "team": "shop"},
        "managedFields": [
         {"manager": "kubectl-create", "operation": "Update", "apiVersion": "autoscaling/v2",
          "time": "2024-05-01T10:00:00Z", "fieldsType": "FieldsV1", "fieldsV1": {
           "f:metadata": {"f:labels": {".": {}, "f:app": {}, "f:team": {}}},
           "f:spec": {"f:maxReplicas": {}, "f:metrics": {}, "f:minReplicas": {},
            "f:scaleTargetRef": {"f:apiVersion": {}, "f:kind": {}, "f:name": {}}}}},
         {"manager": "kube-controller-manager", "operation": "Update", "apiVersion": "autoscaling/v2",
          "time": "2024-05-01T10:20:15Z", "fieldsType": "FieldsV1", "fieldsV1": {"f:status": {
           "f:conditions": {".": {},
            "k:{\\"type\\":\\"AbleToScale\\"}": {".": {}, "f:lastTransitionTime": {}, "f:message": {},
             "f:reason": {}, "f:status": {}, "f:type": {}},
            "k:{\\"type\\":\\"ScalingActive\\"}": {".": {}, "f:lastTransitionTime": {}, "f:message": {},
             "f:reason": {}, "f:status": {}, "f:type": {}},
            "k:{\\"type\\":\\"ScalingLimited\\"}": {".": {}, "f:lastTransitionTime": {}, "f:message": {},
             "f:reason": {}, "f:status": {}, "f:type": {}}},
           "f:currentMetrics": {}, "f:currentReplicas": {}, "f:desiredReplicas": {}, "f:lastScaleTime": {}}},
          "subresource": "status"}]},
       "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web", "apiVersion": "apps/v1"},
        "minReplicas": 2, "maxReplicas": 20,
        "metrics": [{"type": "Resource", "resource": {"name": "cpu",
         "target": {"type": "Utilization", "averageUtilization": 60}}}]},
       "status": {"lastScaleTime": "2024-05-01T10:05:30Z", "currentReplicas": 10, "desiredReplicas": 10,
        "currentMetrics": [{"type": "Resource", "resource": {"name": "cpu",
         "current": {"averageValue": "121m", "averageUtilization": 61}}}],
        "conditions": [
         {"type": "AbleToScale", "status": "True", "lastTransitionTime": "2024-05-01T10:00:15Z",
          "reason": "ReadyForNewScale", "message": "recommended size matches current size"},
         {"type": "ScalingActive", "status": "True", "lastTransitionTime": "2024-05-01T10:00:15Z",
          "reason": "ValidMetricFound",
          "message": "the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)"},
         {"type": "ScalingLimited", "status": "False", "lastTransitionTime": "2024-05-01T10:05:30Z",
          "reason": "DesiredWithinRange", "message": "the desired count is within the acceptable range"}]}}
      """;

  private final HorizontalPodAutoscaler known = autoscaler();
  private final HpaStatus decided = autoscaler().status();
  private final CannedApi api = new CannedApi();
  private final StatusWriter writer = StatusWriters.to(api);
  private JsonNode body = MissingNode.getInstance();

  @Setup
  public void writeOnce() throws KubernetesApiException {
    write();
    body = Json.tree(api.body);
  }

  private static HorizontalPodAutoscaler autoscaler() {
    return HpaVersion.V2.decode(Json.tree(AUTOSCALER));
  }

  /** Keeps the request body and responds with the autoscaler. */
  private static final class CannedApi implements KubernetesApi {
    private final byte[] response = Json.write(Json.tree(AUTOSCALER));
    private byte[] body = {};

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      body = Objects.requireNonNull(request.body());
      try {
        return reader.read(new ByteArrayInputStream(response));
      } catch (IOException failure) {
        throw new KubernetesApiException(0, "", "", failure);
      }
    }
  }

  @Benchmark
  public String write() throws KubernetesApiException {
    return writer.write(known.withStatus(decided));
  }

  @Benchmark
  public boolean unchanged() {
    return decided.semanticallyEquals(known.status());
  }

  @Benchmark
  public int floor() throws IOException {
    int tokens = PLAIN.writeValueAsBytes(body).length;
    try (JsonParser in = JSON.createParser(api.response)) {
      while (in.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }
}
