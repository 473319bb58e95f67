package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.sandbox.server.SandboxClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kind and apiVersion of request bodies. */
@Tag("security")
class BodyTypeHttpTest {

  private static ServedSandbox served;

  @BeforeAll
  static void start() {
    served = new ServedSandbox();
  }

  @BeforeEach
  void clear() {
    served.client.delete(ServedSandbox.HPAS + "/h");
  }

  @AfterAll
  static void stop() {
    served.close();
  }

  private static Reply post(String type) {
    String body = ServedSandbox.hpa("h", 3).strip();
    return served.client.post(ServedSandbox.HPAS, "{" + type + "," + body.substring(1));
  }

  private static void refused(Reply reply) {
    assertEquals(400, reply.code(), reply.text());
    assertEquals("BadRequest", reply.reason());
    assertEquals(404, served.client.get(ServedSandbox.HPAS + "/h").code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'kind':null,'apiVersion':null",
        "'kind':'','apiVersion':''",
        "'kind':'HorizontalPodAutoscaler'",
      })
  void missingTypeIsTheExpectedOne(String type) {
    assertEquals(201, post(type).code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "true", "{}", "[]"})
  void rejectsTypesThatAreNotStrings(String value) {
    refused(post("'apiVersion':" + value));
    refused(post("'kind':" + value));
  }

  @ParameterizedTest
  @CsvSource({
    "Pod, v1",
    "Deployment, apps/v1",
    "Scale, autoscaling/v1",
    "HorizontalPodAutoscalerList, autoscaling/v2",
    "Status, v1",
    "Lease, coordination.k8s.io/v1",
    "DeleteOptions, v1",
    "horizontalpodautoscaler, autoscaling/v2",
    "HorizontalPodAutoscaler, v2",
    "HorizontalPodAutoscaler, autoscaling/v9",
    "HorizontalPodAutoscaler, autoscaling/__internal",
    "HorizontalPodAutoscaler, autoscaling/v1",
    "HorizontalPodAutoscaler, autoscaling//v2",
    "HorizontalPodAutoscaler, apps/",
  })
  void rejectsOtherTypes(String kind, String version) {
    refused(post("'kind':'" + kind + "','apiVersion':'" + version + "'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'Pod','apiVersion':'v1'}",
        "{'kind':'ListOptions','apiVersion':'meta.k8s.io/v1'}",
        "{'kind':'Status'}",
        "{'kind':5}",
      })
  void deletionAcceptsDeleteOptionsOnly(String body) {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    Reply reply = served.client.delete(ServedSandbox.HPAS + "/h", body);
    assertEquals(400, reply.code(), reply.text());
    assertEquals("BadRequest", reply.reason());
    assertEquals(200, served.client.get(ServedSandbox.HPAS + "/h").code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "meta.k8s.io/v1", "apps/v1", "any/version", ""})
  void deleteOptionsMayHaveAnyVersion(String version) {
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("h", 3));
    assertEquals(
        200,
        served
            .client
            .delete(
                ServedSandbox.HPAS + "/h",
                "{'kind':'DeleteOptions','apiVersion':'" + version + "'}")
            .code());
  }
}
