package dev.hpa.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Json;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.core.UpstreamDifferences;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Decodes events of a pod watch, from the bytes of the stream to the cached part of each pod. The
 * floor is the time Jackson takes to read every token. Microseconds per event of 6 KB.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PodWatchKernel {

  private static final int EVENTS = 100;
  private static final JsonFactory JSON = new JsonFactory();

  /** A ready pod of a Deployment as the API server sends it, except for whitespace. */
  private static final String EVENT =
      """
      {"type": "MODIFIED", "object": {"kind": "Pod", "apiVersion": "v1",
       "metadata": {
        "name": "web-6d4cf56db6-%1$05d", "generateName": "web-6d4cf56db6-", "namespace": "shop",
        "uid": "0b7d3f0e-5a52-4c0f-9d6e-2a1f6a5%1$05d", "resourceVersion": "48%1$05d", "generation": 1,
        "creationTimestamp": "2024-05-01T10:00:00Z",
        "labels": {"app": "web", "pod-template-hash": "6d4cf56db6", "team": "shop", "tier": "front"},
        "annotations": {"prometheus.io/port": "8080", "prometheus.io/scrape": "true"},
        "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-6d4cf56db6",
         "uid": "d2f1c9f4-7f43-4b8c-8f0e-4a8f6a1c0b77", "controller": true, "blockOwnerDeletion": true}],
        "managedFields": [
         {"manager": "kube-controller-manager", "operation": "Update", "apiVersion": "v1",
          "time": "2024-05-01T10:00:00Z", "fieldsType": "FieldsV1", "fieldsV1": {
           "f:metadata": {
            "f:annotations": {".": {}, "f:prometheus.io/port": {}, "f:prometheus.io/scrape": {}},
            "f:generateName": {},
            "f:labels": {".": {}, "f:app": {}, "f:pod-template-hash": {}, "f:team": {}, "f:tier": {}},
            "f:ownerReferences": {".": {}, "k:{\\"uid\\":\\"d2f1c9f4-7f43-4b8c-8f0e-4a8f6a1c0b77\\"}": {}}},
           "f:spec": {
            "f:containers": {"k:{\\"name\\":\\"web\\"}": {".": {},
             "f:env": {".": {},
              "k:{\\"name\\":\\"LOG_LEVEL\\"}": {".": {}, "f:name": {}, "f:value": {}},
              "k:{\\"name\\":\\"DATABASE\\"}": {".": {}, "f:name": {}, "f:value": {}},
              "k:{\\"name\\":\\"POD_NAME\\"}": {".": {}, "f:name": {}, "f:valueFrom": {".": {}, "f:fieldRef": {}}}},
             "f:image": {}, "f:imagePullPolicy": {},
             "f:livenessProbe": {".": {}, "f:failureThreshold": {}, "f:httpGet": {".": {}, "f:path": {},
              "f:port": {}, "f:scheme": {}}, "f:periodSeconds": {}, "f:successThreshold": {}, "f:timeoutSeconds": {}},
             "f:name": {},
             "f:ports": {".": {}, "k:{\\"containerPort\\":8080,\\"protocol\\":\\"TCP\\"}": {".": {},
              "f:containerPort": {}, "f:name": {}, "f:protocol": {}}},
             "f:readinessProbe": {".": {}, "f:failureThreshold": {}, "f:httpGet": {".": {}, "f:path": {},
              "f:port": {}, "f:scheme": {}}, "f:periodSeconds": {}, "f:successThreshold": {}, "f:timeoutSeconds": {}},
             "f:resources": {".": {}, "f:limits": {".": {}, "f:cpu": {}, "f:memory": {}},
              "f:requests": {".": {}, "f:cpu": {}, "f:memory": {}}},
             "f:terminationMessagePath": {}, "f:terminationMessagePolicy": {}}},
            "f:dnsPolicy": {}, "f:enableServiceLinks": {}, "f:restartPolicy": {}, "f:schedulerName": {},
            "f:securityContext": {}, "f:terminationGracePeriodSeconds": {}}}},
         {"manager": "kubelet", "operation": "Update", "apiVersion": "v1", "time": "2024-05-01T10:00:09Z",
          "fieldsType": "FieldsV1", "fieldsV1": {"f:status": {
           "f:conditions": {
            "k:{\\"type\\":\\"ContainersReady\\"}": {".": {}, "f:lastProbeTime": {}, "f:lastTransitionTime": {},
             "f:status": {}, "f:type": {}},
            "k:{\\"type\\":\\"Initialized\\"}": {".": {}, "f:lastProbeTime": {}, "f:lastTransitionTime": {},
             "f:status": {}, "f:type": {}},
            "k:{\\"type\\":\\"Ready\\"}": {".": {}, "f:lastProbeTime": {}, "f:lastTransitionTime": {},
             "f:status": {}, "f:type": {}}},
           "f:containerStatuses": {}, "f:hostIP": {}, "f:hostIPs": {}, "f:phase": {}, "f:podIP": {},
           "f:podIPs": {".": {}, "k:{\\"ip\\":\\"10.244.3.17\\"}": {".": {}, "f:ip": {}}}, "f:startTime": {}}},
          "subresource": "status"}]},
       "spec": {
        "volumes": [{"name": "kube-api-access-x7b2k", "projected": {"defaultMode": 420, "sources": [
         {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
         {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
         {"downwardAPI": {"items": [{"path": "namespace",
          "fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"}}]}}]}}],
        "containers": [{"name": "web", "image": "registry.example/shop/web:1.42.0",
         "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
         "env": [{"name": "LOG_LEVEL", "value": "info"},
          {"name": "DATABASE", "value": "postgres://db.shop.svc:5432/shop"},
          {"name": "POD_NAME", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}}],
         "resources": {"limits": {"cpu": "1", "memory": "512Mi"}, "requests": {"cpu": "200m", "memory": "256Mi"}},
         "volumeMounts": [{"name": "kube-api-access-x7b2k", "readOnly": true,
          "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}],
         "livenessProbe": {"httpGet": {"path": "/live", "port": "http", "scheme": "HTTP"}, "timeoutSeconds": 1,
          "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3},
         "readinessProbe": {"httpGet": {"path": "/ready", "port": "http", "scheme": "HTTP"}, "timeoutSeconds": 1,
          "periodSeconds": 5, "successThreshold": 1, "failureThreshold": 3},
         "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
         "imagePullPolicy": "IfNotPresent"}],
        "restartPolicy": "Always", "terminationGracePeriodSeconds": 30, "dnsPolicy": "ClusterFirst",
        "serviceAccountName": "default", "serviceAccount": "default", "nodeName": "node-3",
        "securityContext": {}, "schedulerName": "default-scheduler",
        "tolerations": [
         {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300},
         {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}],
        "priority": 0, "enableServiceLinks": true, "preemptionPolicy": "PreemptLowerPriority"},
       "status": {"phase": "Running",
        "conditions": [
         {"type": "PodReadyToStartContainers", "status": "True", "lastProbeTime": null,
          "lastTransitionTime": "2024-05-01T10:00:02Z"},
         {"type": "Initialized", "status": "True", "lastProbeTime": null, "lastTransitionTime": "2024-05-01T10:00:00Z"},
         {"type": "Ready", "status": "True", "lastProbeTime": null, "lastTransitionTime": "2024-05-01T10:00:09Z"},
         {"type": "ContainersReady", "status": "True", "lastProbeTime": null,
          "lastTransitionTime": "2024-05-01T10:00:09Z"},
         {"type": "PodScheduled", "status": "True", "lastProbeTime": null, "lastTransitionTime": "2024-05-01T10:00:00Z"}],
        "hostIP": "172.18.0.3", "hostIPs": [{"ip": "172.18.0.3"}], "podIP": "10.244.3.17",
        "podIPs": [{"ip": "10.244.3.17"}], "startTime": "2024-05-01T10:00:00Z",
        "containerStatuses": [{"name": "web", "state": {"running": {"startedAt": "2024-05-01T10:00:02Z"}},
         "lastState": {}, "ready": true, "restartCount": 0, "image": "registry.example/shop/web:1.42.0",
         "imageID": "registry.example/shop/web@sha256:3f1c5a0d9d7e4a1b8c2f6e5d4c3b2a190817263544536271f0e1d2c3b4a59687",
         "containerID": "containerd://9a8b7c6d5e4f30211203f4e5d6c7b8a99a8b7c6d5e4f30211203f4e5d6c%1$05d",
         "started": true}],
        "qosClass": "Burstable"}}}
      """;

  private final PodDecoder decoder = new PodDecoder(UpstreamDifferences.UtilizationBase.REQUESTS);
  private final byte[] stream = stream();

  private static byte[] stream() {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int event = 0; event < EVENTS; event++) {
      stream.writeBytes(Json.write(Json.tree(EVENT.formatted(event))));
      stream.write('\n');
    }
    return stream.toByteArray();
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void decode(Blackhole kept) throws IOException {
    try (JsonParser in = JSON.createParser(new ByteArrayInputStream(stream))) {
      while (in.nextToken() == JsonToken.START_OBJECT) {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
          boolean isType = in.currentName().equals("type");
          in.nextToken();
          kept.consume(isType ? in.getText() : decoder.readVersioned(in));
        }
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public int floor() throws IOException {
    int tokens = 0;
    try (JsonParser in = JSON.createParser(new ByteArrayInputStream(stream))) {
      while (in.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }
}
