package dev.hpa.core.pods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.core.pods.OwnerFilter.Lookup;
import dev.hpa.core.pods.OwnerFilter.Owner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OwnerFilterTest {

  private static final Owner TARGET = new Owner("example.com", "Rollout", "web", "target");
  private static final List<String> KINDS = List.of("X", "Deployment", "ReplicaSet", "StatefulSet");
  private final Map<String, Lookup> known = new HashMap<>();
  private int lookups;

  @Test
  void othersAreKnownByTheirControllersAlone() {
    Owner web = new Owner("apps", "Deployment", "web", "d1");
    Owner own = new Owner("apps", "ReplicaSet", "web-5d9f", "r1");
    assertFalse(OwnerFilter.isOfAnother(web, null));
    assertFalse(OwnerFilter.isOfAnother(web, own));
    for (String name : List.of("web", "web-a-5d9f", "other-5d9f", "xweb-5d9f")) {
      assertTrue(OwnerFilter.isOfAnother(web, new Owner("apps", "ReplicaSet", name, "r2")), name);
    }
    assertTrue(OwnerFilter.isOfAnother(web, new Owner("batch", "Job", "web-5d9f", "j1")));
    assertTrue(OwnerFilter.isOfAnother(web, new Owner("x", "ReplicaSet", "web-5d9f", "r3")));
    assertFalse(OwnerFilter.isOfAnother(TARGET, new Owner("batch", "Job", "job", "j1")));
    Owner db = new Owner("apps", "StatefulSet", "db", "s1");
    assertFalse(OwnerFilter.isOfAnother(db, db));
    assertTrue(OwnerFilter.isOfAnother(db, new Owner("apps", "StatefulSet", "db", "s2")));
    Owner unknown = new Owner("apps", "statefulset", "db", "");
    assertFalse(OwnerFilter.isOfAnother(unknown, db));
    assertTrue(OwnerFilter.isOfAnother(unknown, new Owner("apps", "StatefulSet", "db2", "s2")));
    assertTrue(OwnerFilter.isOfAnother(unknown, new Owner("apps", "ReplicaSet", "db", "s2")));
    assertTrue(OwnerFilter.isOfAnother(unknown, new Owner("x", "StatefulSet", "db", "s2")));
  }

  private static Owner owner(String kind, String uid) {
    return new Owner("apps", kind, "of-" + uid, uid);
  }

  private Owner owned(String uid, @Nullable Owner by) {
    known.put(uid, new Lookup.Known(by));
    return owner("ReplicaSet", uid);
  }

  private OwnerFilter.Result filter(@Nullable Owner... controllers) {
    return filterFor(TARGET, controllers);
  }

  private OwnerFilter.Result filterFor(Owner target, @Nullable Owner... controllers) {
    return OwnerFilter.filter(Arrays.asList(controllers), target, this::lookUp);
  }

  private Lookup lookUp(Owner owner) {
    lookups++;
    return known.getOrDefault(
        owner.uid(), new Lookup.Unknown("owner \"" + owner.name() + "\" is not known"));
  }

  private static OwnerFilter.Result all(int pods, String problem) {
    return new OwnerFilter.Result(
        Arrays.asList(new Boolean[pods]).stream().map(each -> true).toList(),
        new Ownership(true, pods, pods, problem));
  }

  @Test
  void podsOfTheTargetAreKept() {
    Owner current = owned("rs-1", TARGET);
    Owner former = owned("rs-2", TARGET);
    Owner foreign = owned("rs-3", owner("Deployment", "other"));
    Owner job = owned("job", null);
    known.put("other", new Lookup.Known(null));
    assertEquals(
        new OwnerFilter.Result(
            List.of(true, true, false, false, false, true), new Ownership(true, 6, 3, "")),
        filter(current, former, foreign, job, null, TARGET));
  }

  @Test
  void ownersAreComparedByUid() {
    Owner sameName = new Owner("apps", "Deployment", TARGET.name(), "former-target");
    known.put("former-target", new Lookup.Known(null));
    Owner otherName = new Owner("", "", "", "target");
    assertEquals(List.of(false, true), filter(sameName, otherName).owned());
  }

  @Test
  void noPodsAreNoProblem() {
    assertEquals(new OwnerFilter.Result(List.of(), new Ownership(true, 0, 0, "")), filter());
  }

  @Test
  void withoutTheUidOfTheTargetAllPodsAreKept() {
    String problem = "the UID of the scale target is unknown";
    Owner foreign = owned("rs", null);
    assertEquals(
        all(2, problem), filterFor(Owner.of("apps/v1", "Deployment", "web", ""), foreign, null));
    assertEquals(0, lookups);
  }

  @Test
  void anUnknownOwnerKeepsAllPods() {
    Owner foreign = owned("rs-3", null);
    assertEquals(
        all(3, "owner \"of-lost\" is not known"),
        filter(foreign, owner("ReplicaSet", "lost"), TARGET));
    Owner indirect = owned("rs-4", owner("Rollout", "lost"));
    assertEquals(all(2, "owner \"of-lost\" is not known"), filter(foreign, indirect));
  }

  @Test
  void anOwnerThatABuiltInTargetNeverControlsIsNotLookedUp() {
    Owner deployment = Owner.of("apps/v1", "Deployment", "web", "target");
    Owner ofDeployment = owned("rs", deployment);
    Owner workflow = Owner.of("argoproj.io/v1alpha1", "Workflow", "flow", "w");
    Owner ofRollout = owned("rs-2", Owner.of("argoproj.io/v1alpha1", "Rollout", "web", "r"));
    Owner foreignSet = Owner.of("example.com/v1", "ReplicaSet", "web", "f");
    assertEquals(
        List.of(true, false, false, false),
        filterFor(deployment, ofDeployment, workflow, ofRollout, foreignSet).owned());
    assertEquals(2, lookups);
    for (Owner target :
        List.of(
            Owner.of("apps/v1", "StatefulSet", "web", "target"),
            Owner.of("apps/v1", "ReplicaSet", "web", "target"),
            Owner.of("v1", "ReplicationController", "web", "target"))) {
      assertEquals(
          List.of(true, false, false),
          filterFor(target, target, workflow, owner("ReplicaSet", "lost")).owned());
    }
    assertEquals(2, lookups);
    assertEquals(all(1, "owner \"flow\" is not known"), filter(workflow));
  }

  /** As in the scaleTargetRef of an autoscaler, which the API server resolves. */
  @Test
  @Tag("security")
  void theKindOfATargetMayBeInLowerCase() {
    Owner workflow = Owner.of("argoproj.io/v1alpha1", "Workflow", "flow", "w");
    for (Owner target :
        List.of(
            Owner.of("apps/v1", "deployment", "web", "target"),
            Owner.of("apps/v1", "statefulset", "web", "target"),
            Owner.of("apps/v1", "replicaset", "web", "target"),
            Owner.of("v1", "replicationcontroller", "web", "target"))) {
      assertEquals(List.of(true, false), filterFor(target, target, workflow).owned());
    }
    assertEquals(0, lookups);
  }

  @Test
  void anOwnerIsLookedUpOnce() {
    Owner inside = owned("rs-1", TARGET);
    Owner outside = owned("rs-2", null);
    Owner deep = owned("rs-3", inside);
    Owner deepOutside = owned("rs-4", outside);
    filter(inside, inside, inside, outside, outside, deep, deep, deepOutside, deepOutside);
    assertEquals(4, lookups);
  }

  /** A chain of so many owners below the target. */
  private Owner chain(int length) {
    Owner last = TARGET;
    for (int i = 0; i < length; i++) {
      last = owned("link-" + length + "-" + i, last);
    }
    return last;
  }

  @Test
  void aLongChainOrACycleKeepsAllPods() {
    String problem = "the owners of a pod form a cycle or a chain of more than 10";
    assertEquals(List.of(true, false), filter(chain(10), null).owned());
    assertEquals("", filter(chain(10), null).ownership().problem());
    assertEquals(all(2, problem), filter(chain(11), null));
    Owner first = owned("a", owner("X", "b"));
    known.put("b", new Lookup.Known(first));
    assertEquals(all(2, problem), filter(first, null));
    assertEquals(all(1, problem), filter(owned("self", owner("X", "self"))));
  }

  @Test
  void chainsByChanceEndAtTheTargetOrNot() {
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      known.clear();
      List<@Nullable Owner> controllers = new ArrayList<>();
      List<Boolean> expected = new ArrayList<>();
      boolean complete = true;
      for (int pod = 0; pod < 1 + random.nextInt(6); pod++) {
        boolean inside = random.nextBoolean();
        Owner owner = inside ? TARGET : random.nextBoolean() ? owned("end-" + pod, null) : null;
        for (int i = random.nextInt(6); i > 0; i--) {
          owner = owned("o-" + pod + "-" + i, owner);
          if (random.nextInt(30) == 0) {
            known.remove(owner.uid());
            complete = false;
          }
        }
        controllers.add(owner);
        expected.add(inside);
      }
      OwnerFilter.Result result = filter(controllers.toArray(Owner[]::new));
      String place = "seed " + seed + ": " + result;
      if (complete) {
        assertEquals(expected, result.owned(), place);
      } else {
        assertEquals(controllers.stream().map(each -> true).toList(), result.owned(), place);
      }
      assertEquals(
          result.owned().stream().filter(kept -> kept).count(), result.ownership().owned(), place);
      assertEquals(controllers.size(), result.ownership().matched(), place);
      assertEquals(complete, result.ownership().problem().isEmpty(), place);
    }
  }

  /** Owners with unknown ones, long chains and cycles, compared for one target after the other. */
  @Test
  void ancestorsIncludeTheTargetsForWhichAnyPodIsKept() {
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      known.clear();
      int owners = 2 + random.nextInt(25);
      List<Owner> all = new ArrayList<>();
      for (int i = 0; i <= owners; i++) {
        all.add(owner(KINDS.get(random.nextInt(KINDS.size())), "" + i));
      }
      for (int i = 0; i < owners; i++) {
        if (random.nextInt(40) > 0) {
          int above = random.nextInt(20) == 0 ? random.nextInt(owners) : i + 1 + random.nextInt(4);
          owned("" + i, above < owners ? all.get(above) : null);
        }
      }
      List<@Nullable Owner> pods = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0; i--) {
        pods.add(random.nextInt(5) == 0 ? null : all.get(random.nextInt(owners)));
      }
      OwnerFilter.Ancestors ancestors = new OwnerFilter.Ancestors(pods, this::lookUp);
      for (int i = 0; i < 10; i++) {
        Owner target =
            random.nextInt(20) == 0 ? owner("X", "") : all.get(random.nextInt(owners + 1));
        boolean expected = filterFor(target, pods.toArray(Owner[]::new)).ownership().owned() > 0;
        assertEquals(expected, ancestors.mayInclude(target), "seed " + seed + ": " + target);
      }
    }
  }

  @Test
  void ancestorsAreLookedUpOnceForAllTargetsAndOnlyAsFarAsNeeded() {
    Owner rollout = new Owner("example.com", "Rollout", "web", "rollout");
    known.put("rollout", new Lookup.Known(owner("Application", "unknown")));
    Owner current = owned("rs", rollout);
    OwnerFilter.Ancestors ancestors =
        new OwnerFilter.Ancestors(List.of(current, current), this::lookUp);
    assertTrue(ancestors.mayInclude(owner("X", "rs")));
    assertEquals(0, lookups);
    assertTrue(ancestors.mayInclude(rollout));
    assertEquals(1, lookups);
    for (int i = 0; i < 100; i++) {
      assertTrue(
          ancestors.mayInclude(owner("X", "other-" + i)), "the application may belong to it");
    }
    assertEquals(3, lookups);
  }
}
