package dev.hpa.sandbox.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.sandbox.Sandbox;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The fabric8 client: informers, patches and scale. */
class Fabric8Test {

  private static final String NAMESPACE = "default";
  private static final long RESYNC_MILLIS = 1000;

  @Test
  void worksWithoutWarnings() throws Exception {
    ClientRounds.of(Round::new);
  }

  private static final class Round implements ClientRounds.Round {

    private final Eventually eventually = new Eventually();
    private final KubernetesClient client;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<ConfigMap> maps;

    Round(Sandbox sandbox) {
      client = Manifests.client(sandbox);
      pods = client.pods().inAnyNamespace().inform(new Teller<>(), RESYNC_MILLIS);
      maps = client.configMaps().inNamespace(NAMESPACE).inform(new Teller<>(), RESYNC_MILLIS);
    }

    @Override
    public void run(int number) throws Exception {
      String name = "web-" + number;
      Deployment given = Serialization.unmarshal(Manifests.deployment(name, 2), Deployment.class);
      client.apps().deployments().inNamespace(NAMESPACE).resource(given).create();
      awaitPods(name, 2);
      var deployment = client.apps().deployments().inNamespace(NAMESPACE).withName(name);
      deployment.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"replicas\":3}}");
      awaitPods(name, 3);
      deployment.scale(1);
      awaitPods(name, 1);
      ConfigMap map = Serialization.unmarshal(Manifests.map(name), ConfigMap.class);
      ConfigMap created = client.configMaps().inNamespace(NAMESPACE).resource(map).create();
      assertEquals(Map.of("round", name), created.getData());
      eventually.await("the created map", () -> knowsMap(name));
    }

    @Override
    public void afterReturn(int number) throws Exception {
      String name = "web-" + number;
      client.apps().deployments().inNamespace(NAMESPACE).withName(name).delete();
      client.configMaps().inNamespace(NAMESPACE).withName(name).delete();
      awaitPods(name, 0);
      eventually.await("no map", () -> !knowsMap(name));
    }

    private boolean knowsMap(String name) {
      return maps.getStore().list().stream()
          .anyMatch(map -> map.getMetadata().getName().equals(name));
    }

    private void awaitPods(String name, int count) throws InterruptedException {
      eventually.await(
          count + " pods of " + name,
          () ->
              pods.getStore().list().stream()
                      .filter(pod -> name.equals(pod.getMetadata().getLabels().get("app")))
                      .count()
                  == count);
    }

    @Override
    public void close() {
      pods.close();
      maps.close();
      client.close();
    }

    private final class Teller<T> implements ResourceEventHandler<T> {
      @Override
      public void onAdd(T added) {
        eventually.tell();
      }

      @Override
      public void onUpdate(T before, T after) {
        eventually.tell();
      }

      @Override
      public void onDelete(T last, boolean unknown) {
        eventually.tell();
      }
    }
  }
}
