package dev.hpa.sandbox.patch;

import static dev.hpa.sandbox.patch.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategicMergePatchTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # objects are merged, null removes
          {'data':{'a':'1'}} | {'data':{'b':'2'}} | {'data':{'a':'1','b':'2'}}
          {'data':{'a':'1'}} | {'data':{'a':null,'c':null}} | {'data':{}}
          {} | {'data':{'a':null,'b':{'c':null}}} | {'data':{'b':{}}}
          # lists without a key are replaced
          {'spec':{'tolerations':[{'key':'a'}]}} | {'spec':{'tolerations':[{'key':'b'}]}} | {'spec':{'tolerations':[{'key':'b'}]}}
          # new elements go first, known ones keep their place
          {'spec':{'containers':[{'name':'a','image':'1'},{'name':'b'}]}} | {'spec':{'containers':[{'name':'a','image':'2'}]}} | {'spec':{'containers':[{'name':'a','image':'2'},{'name':'b'}]}}
          {'spec':{'containers':[{'name':'a'},{'name':'b'}]}} | {'spec':{'containers':[{'name':'c'}]}} | {'spec':{'containers':[{'name':'c'},{'name':'a'},{'name':'b'}]}}
          # elements inside elements
          {'spec':{'containers':[{'name':'a','env':[{'name':'x','value':'1'}]}]}} | {'spec':{'containers':[{'name':'a','env':[{'name':'x','value':'2'}]}]}} | {'spec':{'containers':[{'name':'a','env':[{'name':'x','value':'2'}]}]}}
          {'spec':{'containers':[{'name':'a','ports':[{'containerPort':80}]}]}} | {'spec':{'containers':[{'name':'a','ports':[{'containerPort':80,'name':'web'}]}]}} | {'spec':{'containers':[{'name':'a','ports':[{'containerPort':80,'name':'web'}]}]}}
          # $patch
          {'spec':{'containers':[{'name':'a'},{'name':'b'}]}} | {'spec':{'containers':[{'name':'a','$patch':'delete'}]}} | {'spec':{'containers':[{'name':'b'}]}}
          {'spec':{'containers':[{'name':'a'},{'name':'b'}]}} | {'spec':{'containers':[{'name':'c'},{'$patch':'replace'}]}} | {'spec':{'containers':[{'name':'c'}]}}
          {'spec':{'containers':[{'name':'a','image':'1'}]}} | {'spec':{'containers':[{'name':'a','$patch':'merge','tty':true}]}} | {'spec':{'containers':[{'name':'a','image':'1','tty':true}]}}
          {'spec':{'a':1}} | {'spec':{'$patch':'replace','b':2}} | {'spec':{'b':2}}
          {'spec':{'a':1}} | {'spec':{'$patch':'delete'}} | {'spec':{}}
          {'spec':{'a':1}} | {'spec':{'$patch':'merge','b':2}} | {'spec':{'a':1,'b':2}}
          # $retainKeys
          {'spec':{'volumes':[{'name':'v','emptyDir':{}}]}} | {'spec':{'volumes':[{'name':'v','$retainKeys':['name','hostPath'],'hostPath':{'path':'/'}}]}} | {'spec':{'volumes':[{'name':'v','hostPath':{'path':'/'}}]}}
          # plain values
          {'metadata':{'finalizers':['a','b']}} | {'metadata':{'finalizers':['c','a']}} | {'metadata':{'finalizers':['c','a','b']}}
          {'metadata':{'finalizers':['a','b']}} | {'metadata':{'$deleteFromPrimitiveList/finalizers':['a']}} | {'metadata':{'finalizers':['b']}}
          {'metadata':{'finalizers':['a','b']}} | {'metadata':{'$deleteFromPrimitiveList/finalizers':['a'],'$setElementOrder/finalizers':['c','b'],'finalizers':['c']}} | {'metadata':{'finalizers':['c','b']}}
          # $setElementOrder
          {'spec':{'containers':[{'name':'a'},{'name':'b'}]}} | {'spec':{'$setElementOrder/containers':[{'name':'b'},{'name':'a'}]}} | {'spec':{'containers':[{'name':'b'},{'name':'a'}]}}
          {'spec':{'containers':[{'name':'a'},{'name':'b'}]}} | {'spec':{'$setElementOrder/containers':[{'name':'a'},{'name':'c'}],'containers':[{'name':'c'}]}} | {'spec':{'containers':[{'name':'a'},{'name':'c'},{'name':'b'}]}}
          {} | {'spec':{'$setElementOrder/containers':[{'name':'a'}],'containers':[{'name':'a'}]}} | {'spec':{'containers':[{'name':'a'}]}}
          """)
  void patchesPods(String target, String patch, String result) {
    assertEquals(
        object(result).toString(),
        StrategicMergePatch.apply(object(target), object(patch)).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'spec':{'template':{'spec':{'containers':[{'name':'a','x':1}]}}}} | {'spec':{'template':{'spec':{'containers':[{'name':'a','y':2}]}}}} | {'spec':{'template':{'spec':{'containers':[{'name':'a','x':1,'y':2}]}}}}
          {'spec':{'strategy':{'type':'RollingUpdate','rollingUpdate':{}}}} | {'spec':{'strategy':{'$retainKeys':['type'],'type':'Recreate'}}} | {'spec':{'strategy':{'type':'Recreate'}}}
          {'spec':{'ports':[{'port':80,'x':1}]}} | {'spec':{'ports':[{'port':80,'y':2}]}} | {'spec':{'ports':[{'port':80,'x':1,'y':2}]}}
          # the same port for two protocols
          {'spec':{'ports':[{'port':53,'protocol':'UDP'},{'port':53,'protocol':'TCP'}]}} | {'spec':{'ports':[{'port':80}]}} | {'spec':{'ports':[{'port':80},{'port':53,'protocol':'UDP'},{'port':53,'protocol':'TCP'}]}}
          {'spec':{'ports':[{'port':53,'protocol':'UDP'}]}} | {'spec':{'$setElementOrder/ports':[{'port':53},{'port':53}],'ports':[{'port':53,'name':'a'}]}} | {'spec':{'ports':[{'port':53,'protocol':'UDP','name':'a'}]}}
          {'status':{'conditions':[{'type':'A','x':1}]}} | {'status':{'conditions':[{'type':'A','y':2}]}} | {'status':{'conditions':[{'type':'A','x':1,'y':2}]}}
          {'spec':{'metrics':[{'type':'A','x':1}]}} | {'spec':{'metrics':[{'type':'A','y':2}]}} | {'spec':{'metrics':[{'type':'A','y':2}]}}
          {'metadata':{'ownerReferences':[{'uid':'1','x':1}]}} | {'metadata':{'ownerReferences':[{'uid':'1','y':2}]}} | {'metadata':{'ownerReferences':[{'uid':'1','x':1,'y':2}]}}
          """)
  void mergesListsByTheKeysOfTheirName(String target, String patch, String result) {
    assertEquals(object(result), StrategicMergePatch.apply(object(target), object(patch)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          true  | {'spec':{'$patch':'twist'}}
          true  | {'spec':{'containers':[{'name':'a','$patch':'twist'}]}}
          true  | {'spec':{'$retainKeys':'a'}}
          true  | {'metadata':{'$deleteFromPrimitiveList/finalizers':'a'}}
          true  | {'spec':{'$setElementOrder/containers':1}}
          false | {'spec':{'containers':[{'image':'no name'}]}}
          false | {'spec':{'containers':['plain']}}
          false | {'metadata':{'finalizers':[['list']]}}
          """)
  void rejectsInvalidDirectives(boolean malformed, String patch) {
    ObjectNode pod =
        object("{'metadata':{'finalizers':['f']},'spec':{'containers':[{'name':'a'}]}}");
    PatchException failure =
        assertThrows(PatchException.class, () -> StrategicMergePatch.apply(pod, object(patch)));
    assertEquals(malformed, failure.malformed(), failure.getMessage());
  }

  @Test
  void doesNotModifyItsArguments() {
    String targetText = "{'metadata':{'a':{'b':1}},'spec':{'containers':[{'name':'a'}]}}";
    String patchText =
        "{'metadata':{'c':{'d':1}},'spec':{'containers':[{'name':'b','$patch':'merge'}]}}";
    ObjectNode target = object(targetText);
    ObjectNode patch = object(patchText);
    ObjectNode result = StrategicMergePatch.apply(target, patch);
    result.withObject("/metadata/a").put("b", 2);
    result.withObject("/metadata/c").put("d", 2);
    result.withObject("/spec/containers/0").put("name", "z");
    assertEquals(object(targetText), target);
    assertEquals(object(patchText), patch);
    assertTrue(patch.at("/spec/containers/0").has("$patch"));
    assertFalse(result.at("/spec/containers/0").has("$patch"));
  }
}
