package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Writes and reads an autoscaler in all versions. */
class VersionsHttpTest {

  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

  private final ServedSandbox served = new ServedSandbox();

  @AfterEach
  void stop() {
    served.close();
  }

  private static String at(HpaVersion version, String name) {
    return ServedSandbox.hpas(version.apiVersion()) + "/" + name;
  }

  private JsonNode read(HpaVersion version, String name) {
    return served.client.get(at(version, name)).json();
  }

  /** An autoscaler with 60% CPU utilization in a version. */
  private static String cpu60(HpaVersion version) {
    String target = "{'kind':'Deployment','name':'web','apiVersion':'apps/v1'}";
    String spec =
        switch (version) {
          case V2, V2BETA2 ->
              "'scaleTargetRef':%s,'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':60}}}]";
          case V1 -> "'scaleTargetRef':%s,'targetCPUUtilizationPercentage':60";
          case V2BETA1, V2ALPHA1 ->
              "'scaleTargetRef':%s,'metrics':[{'type':'Resource','resource':{'name':'cpu','targetAverageUtilization':60}}]";
          case EXTENSIONS_V1BETA1 -> "'scaleRef':%s,'cpuUtilization':{'targetPercentage':60}";
        };
    return "{'metadata':{'name':'web'},'spec':{'maxReplicas':4," + spec.formatted(target) + "}}";
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void writesInOneVersionAndReadsInAll(HpaVersion version) {
    Reply created = served.create(ServedSandbox.hpas(version.apiVersion()), cpu60(version));
    assertEquals(version.apiVersion(), created.json().path("apiVersion").asText());
    JsonNode stored = read(HpaVersion.V2, "web");
    for (HpaVersion other : HpaVersion.values()) {
      JsonNode shown = read(other, "web");
      assertEquals(other.apiVersion(), shown.path("apiVersion").asText());
      assertEquals(stored.at("/metadata/uid"), shown.at("/metadata/uid"));
      assertEquals(4, shown.at("/spec/maxReplicas").asInt());
      assertEquals(HpaVersion.V2.decode(stored), other.decode(shown), other.apiVersion());
    }
    assertEquals(
        1,
        served.sandbox.cluster().objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).in("").size());
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void listsEveryVersion(HpaVersion version) {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("web", 3));
    JsonNode list =
        served.client.get("/apis/" + version.apiVersion() + "/horizontalpodautoscalers").json();
    assertEquals("HorizontalPodAutoscalerList", list.path("kind").asText());
    assertEquals(version.apiVersion(), list.path("apiVersion").asText());
    assertEquals(false, list.at("/items/0").has("apiVersion"));
    assertEquals(
        3, version.decodeList(list.toString()).itemsOrEmpty().getFirst().spec().maxReplicas());
    JsonNode row =
        served
            .client
            .get(ServedSandbox.hpas(version.apiVersion()) + "?includeObject=Object", TABLE)
            .json()
            .at("/rows/0");
    assertEquals("cpu: <unknown>/80%", row.at("/cells/2").asText());
    assertEquals(version.apiVersion(), row.at("/object/apiVersion").asText());
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void writesEveryVersion(HpaVersion version) {
    served.create(ServedSandbox.hpas(version.apiVersion()), cpu60(version));
    String path = at(version, "web");
    Reply replaced = served.client.put(path, cpu60(version).replace(":4,", ":5,"));
    assertEquals(200, replaced.code(), replaced::toString);
    assertEquals(5, read(HpaVersion.V2, "web").at("/spec/maxReplicas").asInt());
    Reply patched = served.client.patch(path, SandboxClient.MERGE, "{'spec':{'minReplicas':2}}");
    assertEquals(200, patched.code(), patched::toString);
    assertEquals(2, patched.json().at("/spec/minReplicas").asInt());
    Reply status =
        served.client.patch(
            path + "/status",
            SandboxClient.MERGE,
            "{'spec':{'minReplicas':3},'status':{'currentReplicas':2,'desiredReplicas':4}}");
    assertEquals(200, status.code(), status::toString);
    JsonNode stored = read(HpaVersion.V2, "web");
    assertEquals(2, stored.at("/spec/minReplicas").asInt());
    assertEquals(4, stored.at("/status/desiredReplicas").asInt());
    assertEquals(200, served.client.delete(path).code());
    assertEquals(404, served.client.get(ServedSandbox.HPAS + "/web").code());
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void warnsClientsOfRemovedVersions(HpaVersion version) {
    assertEquals(
        version.deprecation().map(text -> "299 - \"" + text + "\"").orElse(""),
        served.client.get(ServedSandbox.hpas(version.apiVersion())).header("warning"));
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void validatesFieldsInEveryVersion(HpaVersion version) {
    String unknown = cpu60(version).replace("'maxReplicas'", "'most':1,'maxReplicas'");
    String path = ServedSandbox.hpas(version.apiVersion());
    Reply refused = served.client.post(path + "?fieldValidation=Strict", unknown);
    assertEquals(400, refused.code());
    assertTrue(
        refused.message().endsWith("strict decoding error: unknown field \"spec.most\""),
        refused::message);
    Reply mismatch = served.client.post(path, cpu60(version).replace(":4,", ":'4',"));
    assertEquals(400, mismatch.code());
    assertTrue(mismatch.message().contains("spec.maxReplicas"), mismatch::message);
    served.create(path, cpu60(version));
    Reply patch =
        served.client.patch(
            at(version, "web"), SandboxClient.MERGE, "{'spec':{'maxReplicas':'4'}}");
    assertEquals(422, patch.code(), patch::toString);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "V2")
  void rejectsBodiesOfOtherVersions(HpaVersion version) {
    Reply refused =
        served.client.post(
            ServedSandbox.HPAS,
            cpu60(version).replaceFirst("\\{", "{'apiVersion':'" + version.apiVersion() + "',"));
    assertEquals(400, refused.code());
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void servesProtobufWhereSupported(HpaVersion version) {
    boolean known = ProtobufCodec.supports(version.apiVersion(), "HorizontalPodAutoscaler");
    assertEquals(version != HpaVersion.V2ALPHA1 && version != HpaVersion.EXTENSIONS_V1BETA1, known);
    Reply created =
        served.client.send(
            "POST",
            ServedSandbox.hpas(version.apiVersion()),
            SandboxClient.PROTOBUF,
            SandboxClient.JSON,
            SandboxClient.quoted(cpu60(version)));
    assertEquals(known ? 201 : 406, created.code());
    assertEquals(known ? 200 : 404, served.client.get(ServedSandbox.HPAS + "/web").code());
    if (known) {
      JsonNode shown = ProtobufCodec.decode(created.bytes());
      assertEquals(version.decode(read(version, "web")).spec(), version.decode(shown).spec());
    }
  }

  @ParameterizedTest
  @EnumSource(HpaVersion.class)
  void watchesEveryVersion(HpaVersion version) {
    try (SandboxClient.Events events =
        served.client.watch(ServedSandbox.hpas(version.apiVersion()) + "?watch=true")) {
      served.create(ServedSandbox.HPAS, ServedSandbox.hpa("web", 3));
      JsonNode event = Objects.requireNonNull(events.next());
      assertEquals("ADDED", event.path("type").asText());
      assertEquals(version.apiVersion(), event.at("/object/apiVersion").asText());
      assertEquals(3, version.decode(event.path("object")).spec().maxReplicas());
    }
  }

  @Test
  void toleranceIsConvertedToAnnotations() {
    String up = "autoscaling.alpha.kubernetes.io/scale-up-tolerance";
    served.create(
        ServedSandbox.hpas("autoscaling/v2beta2"),
        cpu60(HpaVersion.V2BETA2)
            .replace(
                "'name':'web'},'spec'", "'name':'web','annotations':{'" + up + "':'50m'}},'spec'")
            .replace("'metrics'", "'behavior':{'scaleUp':{'selectPolicy':'Min'}},'metrics'"));
    assertEquals("50m", read(HpaVersion.V2, "web").at("/spec/behavior/scaleUp/tolerance").asText());
    assertEquals(
        "50m",
        read(HpaVersion.V2BETA2, "web").path("metadata").path("annotations").path(up).asText());
    Reply damaged =
        served.client.patch(
            at(HpaVersion.V2BETA2, "web"),
            SandboxClient.MERGE,
            "{'metadata':{'annotations':{'" + up + "':'lots'}}}");
    assertEquals(400, damaged.code(), damaged::toString);
  }
}
