package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import dev.hpa.spi.TargetScale;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicasManagersTest {

  private static final String PATH = "/apis/apps/v1/namespaces/shop/deployments/web";

  /** A server that serves Deployments and has at most one of them. */
  private record Server(String deployment) implements KubernetesApi, RestMapper {

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      if (deployment.isEmpty() || !request.path().equals(PATH)) {
        throw new KubernetesApiException(403, "Forbidden", "forbidden", null);
      }
      try {
        return reader.read(new ByteArrayInputStream(deployment.getBytes(StandardCharsets.UTF_8)));
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    @Override
    public List<ResourceMapping> mappings(String group, String kind) {
      return List.of(resource(group, "deployments"));
    }

    @Override
    public ResourceMapping preferred(String group, String kind) {
      return resource(group, "deployments");
    }

    @Override
    public ResourceMapping resource(String group, String resource) {
      return new ResourceMapping(group, "v1", resource, "Deployment", true);
    }
  }

  private static String managerOf(String deployment) {
    Server server = new Server(deployment);
    return ReplicasManagers.of(server, server)
        .of(
            new TargetScale(
                "shop",
                "web",
                "apps",
                "deployments",
                ObjectMeta.EMPTY,
                new Scale("shop", "web", null, "1", 2, 2, "app=web")));
  }

  private static String writtenBy(String... entries) {
    return "{\"metadata\":{\"managedFields\":[" + String.join(",", entries) + "]}}";
  }

  private static String entry(String manager, int second, String field) {
    return "{\"manager\":\"%s\",\"time\":\"2026-01-01T00:00:0%dZ\",\"fieldsV1\":{\"f:spec\":{\"f:%s\":{}}}}"
        .formatted(manager, second, field);
  }

  @Test
  void theLastWriterOfTheReplicasIsNamed() {
    assertEquals(
        "operator",
        managerOf(
            writtenBy(
                entry("operator", 2, "replicas"),
                entry("hpa", 1, "replicas"),
                entry("kubectl", 3, "template"))));
  }

  @Test
  void aTargetThatDoesNotSayOrCannotBeReadHasNone() {
    assertEquals(ReplicasManagers.UNKNOWN, managerOf(writtenBy(entry("kubectl", 3, "template"))));
    assertEquals(ReplicasManagers.UNKNOWN, managerOf(writtenBy(entry("", 3, "replicas"))));
    assertEquals(ReplicasManagers.UNKNOWN, managerOf("{}"));
    assertEquals(ReplicasManagers.UNKNOWN, managerOf(""));
  }
}
